/* words.h: descriptions with the words that programs search for in those of libmagic. */
#ifndef UNIFORMTYPES_WORDS_H
#define UNIFORMTYPES_WORDS_H

#include "item.h"

/* The kind of an item, for a description. */
struct kind {
  /* The MIME type of the registry, and the description of the registry. */
  const char *mime_type, *description;
  /* The name of the encoding; "binary" for data that is not a text. */
  const char *encoding;
  bool is_text;
  /* Whether the signatures were not searched, so that the kind is a text or data. */
  bool is_generic;
  /* Whether the details of an ELF file are wanted. */
  bool has_elf_details;
  /* The bytes that count for the lines of a text. */
  size_t line_limit;
};

/* Appends what the description of the registry lacks, such as the version of a PDF document. */
void append_pdf(struct text *text, struct item *item);
/* Appends the description of an item. */
void append_words(struct text *text, const struct kind *kind, struct item *item);

#endif
