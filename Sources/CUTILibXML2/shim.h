/// The part of libxml2 that Swift imports, and functions that Swift cannot express.
///
/// libxml2 2.14 marks the members of the parser context as deprecated, and older versions changed
/// their types, so that only this file uses them.

#ifndef UTI_XML_SHIM_H
#define UTI_XML_SHIM_H

#include <libxml/xmlversion.h>

// A libxml2 that was built with ICU includes ICU's headers for the last two members of a structure
// that this package does not use. They clash with the ICU inside Foundation if both are imported.
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <string.h>

#ifndef _GNU_SOURCE
/// Every C library of Linux has it, and declares it if extensions are enabled.
void *_Nullable memrchr(const void *_Nonnull bytes, int byte, size_t count);
#endif

// The error became constant in libxml2 2.12.
#if LIBXML_VERSION >= 21200
typedef const xmlError uti_xml_error;
#else
typedef xmlError uti_xml_error;
#endif

/// Makes a parser for a document in memory that reports to a handler.
///
/// No network, no external subset, and text in place of character references (without
/// XML_PARSE_NOENT an ampersand in an attribute would arrive as the text of a reference).
///
/// - Parameters:
///   - bytes: the document; the parser may read it until it is freed.
///   - count: its size in bytes, more than zero.
///   - handler: the callbacks; copied.
///     - context: the argument of the callbacks.
/// - Returns: NULL when there is no memory.
static inline xmlParserCtxt *_Nullable uti_xml_make_parser(const char *_Nonnull bytes, int count,
                                                           const xmlSAXHandler *_Nonnull handler,
                                                           void *_Nonnull context) {
  xmlParserCtxt *parser = xmlCreateMemoryParserCtxt(bytes, count);
  if (parser == NULL) return NULL;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT);
  *parser->sax = *handler;
  parser->userData = context;
  return parser;
}

/// Drops an error that libxml2 reports without a parser.
static inline void uti_xml_ignore_error(void *_Nullable context, uti_xml_error *_Nullable error) {
  (void)context;
  (void)error;
}

/// Parses the document of a parser.
///
/// Errors of converting an encoding are raised without the parser, and libxml2 would print them to
/// standard error. The parser reports the failure too, so they are dropped, and the previous
/// handler of this thread is restored.
///
/// - Returns: 0 when the document is well-formed.
static inline int uti_xml_parse(xmlParserCtxt *_Nonnull parser) {
  xmlStructuredErrorFunc handler = xmlStructuredError;
  void *context = xmlStructuredErrorContext;
  xmlSetStructuredErrorFunc(NULL, uti_xml_ignore_error);
  int status = xmlParseDocument(parser);
  xmlSetStructuredErrorFunc(context, handler);
  return status;
}

/// The offset of the parser's place in the document, in bytes.
///
/// - Returns: -1 while libxml2 converts the document to UTF-8, because offsets in the converted
///   text are not offsets in the document.
static inline long uti_xml_offset(xmlParserCtxt *_Nonnull parser) {
  const xmlParserInput *input = parser->input;
  if (input == NULL || (input->buf != NULL && input->buf->encoder != NULL)) return -1;
  // The result of xmlByteConsumed without a conversion; three calls of it for each element are
  // measurable.
  return (long)input->consumed + (input->cur - input->base);
}

/// The number of bytes between the `<` of the tag being parsed and the parser's place.
///
/// A tag cannot hold a second `<` (XML 1.0, production 10), and libxml2 keeps the text of a tag in
/// memory until it has reported it.
///
/// - Returns: 0 when there is no `<` in the buffer.
static inline long uti_xml_tag_length(xmlParserCtxt *_Nonnull parser) {
  const xmlParserInput *input = parser->input;
  if (input == NULL || input->base == NULL) return 0;
  const xmlChar *start = memrchr(input->base, '<', (size_t)(input->cur - input->base));
  return start == NULL ? 0 : input->cur - start;
}

/// The line of the parser's place, counted from 1.
static inline int uti_xml_line(xmlParserCtxt *_Nonnull parser) {
  return xmlSAX2GetLineNumber(parser);
}

/// The column of the parser's place, counted from 1.
static inline int uti_xml_column(xmlParserCtxt *_Nonnull parser) {
  return xmlSAX2GetColumnNumber(parser);
}

#endif
