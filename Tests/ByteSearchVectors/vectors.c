/// Test vectors of CUTIByteSearch, for processors on which the tests in Swift cannot run.
///
/// Each function and its portable twin are compared with the rule in the header, on data of a seeded
/// generator. The data ends at a page without access, so that a read past it ends the program. For
/// each function a line has the number of calls and a hash of the results, which is the same on every
/// processor.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CUTIByteSearch.h"

static uint64_t state;

// SplitMix64.
static uint64_t next_number(void) {
  uint64_t mixed = state += UINT64_C(0x9E3779B97F4A7C15);
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
  return mixed ^ mixed >> 31;
}

static ptrdiff_t below(ptrdiff_t bound) { return (ptrdiff_t)(next_number() % (uint64_t)bound); }

struct results {
  const char *function;
  uint64_t hash, calls;
};

// Adds a result, or ends the program if one of the two functions breaks the rule.
static void add(struct results *results, int64_t rule, int64_t found, int64_t portable) {
  if (found != rule || portable != rule) {
    printf("%s: call %llu: %lld by the rule, %lld, %lld by the portable function\n",
           results->function, (unsigned long long)results->calls, (long long)rule,
           (long long)found, (long long)portable);
    exit(1);
  }
  results->calls += 1;
  results->hash = (results->hash ^ (uint64_t)rule) * UINT64_C(0x100000001B3);
}

static void print_results(const struct results *results) {
  printf("%s\t%llu\t%016llx\n", results->function, (unsigned long long)results->calls,
         (unsigned long long)results->hash);
}

enum { greatest_count = 300 };

static unsigned char *end_of_data;

// Makes readable bytes that end at a page without access.
static void make_data(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char *pages =
      mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) {
    perror("no memory");
    exit(1);
  }
  end_of_data = pages + page;
}

// Bytes of an alphabet, and sometimes one other byte.
static unsigned char *random_data(ptrdiff_t count, int alphabet) {
  static const char numbers[] = "0123456789,. -\n";
  static const unsigned char others[] = {0x00, 0x0B, 0x0C, 0x1F, 0x7F, 0x80, 0xFF};
  unsigned char *data = end_of_data - count;
  for (ptrdiff_t place = 0; place < count; place += 1) {
    const unsigned char byte = (unsigned char)next_number();
    data[place] = alphabet == 0   ? byte
                  : alphabet == 1 ? (unsigned char)('a' + byte % 26)
                  : alphabet == 2 ? (unsigned char)numbers[byte % (sizeof numbers - 1)]
                                  : (unsigned char)('a' + byte % 2);
  }
  if (count > 0 && below(2)) data[below(count)] = others[below(sizeof others)];
  return data;
}

static void check_pairs(void) {
  struct results results = {.function = "uti_find_pair"};
  for (ptrdiff_t count = 0; count < greatest_count; count += 1) {
    for (int alphabet = 0; alphabet < 4; alphabet += 1) {
      const unsigned char *data = random_data(count + 3, alphabet);
      const unsigned char first = (unsigned char)('a' + below(2)), second = 'b';
      ptrdiff_t rule = -1;
      for (ptrdiff_t place = count - 1; place >= 0; place -= 1)
        if (data[place] == first && data[place + 3] == second) rule = place;
      add(&results, rule, uti_find_pair(data, data + 3, count, first, second),
          uti_find_pair_portable(data, data + 3, count, first, second));
    }
  }
  print_results(&results);
}

static void check_bytes(void) {
  struct results controls = {.function = "uti_has_other_control"};
  struct results high_bytes = {.function = "uti_first_high_byte"};
  struct results numbers = {.function = "uti_skip_numbers"};
  for (ptrdiff_t count = 0; count < greatest_count; count += 1) {
    for (int alphabet = 0; alphabet < 4; alphabet += 1) {
      const unsigned char *data = random_data(count, alphabet);
      int has_control = 0;
      ptrdiff_t first_high = count;
      for (ptrdiff_t place = count - 1; place >= 0; place -= 1) {
        const unsigned char byte = data[place];
        has_control |= byte < 0x20 && !(byte >= 0x08 && byte <= 0x0D && byte != 0x0B);
        if (byte > 0x7F) first_high = place;
      }
      add(&controls, has_control, uti_has_other_control(data, count),
          uti_has_other_control_portable(data, count));
      add(&high_bytes, first_high, uti_first_high_byte(data, count),
          uti_first_high_byte_portable(data, count));
      // The end of a list may be found too early, so the portable function is the rule.
      const ptrdiff_t end = uti_skip_numbers_portable(data, count);
      add(&numbers, end, uti_skip_numbers(data, count), end);
    }
  }
  print_results(&controls);
  print_results(&high_bytes);
  print_results(&numbers);
}

static void check_keys(void) {
  struct results results = {.function = "uti_find_key"};
  static uint32_t words[1 << 14];
  for (ptrdiff_t count = 4; count < greatest_count; count += 1) {
    const uint32_t shift = (uint32_t)(13 + below(7));
    const ptrdiff_t word_count = (ptrdiff_t)1 << (27 - shift);
    memset(words, 0, sizeof words);
    for (ptrdiff_t left = below(word_count + 1); left > 0; left -= 1)
      words[below(word_count)] |= UINT32_C(1) << below(32);
    const ptrdiff_t last = count - 4, first = below(last + 1);
    const unsigned char *data = random_data(count, 0);
    ptrdiff_t rule = -1;
    for (ptrdiff_t place = last; place >= first; place -= 1) {
      const uint32_t key = (uint32_t)data[place] | (uint32_t)data[place + 1] << 8 |
                           (uint32_t)data[place + 2] << 16 | (uint32_t)data[place + 3] << 24;
      const uint32_t bit = uti_key_bit(key, shift);
      if (words[bit / 32] >> bit % 32 & 1) rule = place;
    }
    add(&results, rule, uti_find_key(data, first, last, words, shift),
        uti_find_key_portable(data, first, last, words, shift));
  }
  print_results(&results);
}

// The buckets that all bytes of a place have.
static unsigned buckets_at(const unsigned char *data, ptrdiff_t count, ptrdiff_t place,
                           const unsigned char *tables, ptrdiff_t width) {
  unsigned buckets = 0xFF;
  for (ptrdiff_t index = 0; index < width; index += 1) {
    const unsigned byte = place + index < count ? data[place + index] : 0;
    buckets &= tables[32 * index + (byte & 15)] & tables[32 * index + 16 + (byte >> 4)];
  }
  return buckets;
}

static int64_t combined(struct uti_nibble_block block) {
  return (int64_t)block.place << 32 | block.passed;
}

static void check_nibbles(void) {
  struct results results = {.function = "uti_find_nibbles"};
  for (ptrdiff_t count = 1; count < greatest_count; count += 1) {
    for (ptrdiff_t width = 2; width <= UTI_NIBBLE_WIDTH; width += 2) {
      unsigned char tables[32 * UTI_NIBBLE_WIDTH];
      // From tables that no byte passes to tables that most do.
      for (size_t index = 0; index < sizeof tables; index += 1)
        tables[index] = (unsigned char)(next_number() & (next_number() | -(count & 1)));
      const ptrdiff_t first = below(count < 40 ? count : 40), end = first + below(count - first) + 1;
      const unsigned char *data = random_data(count, 0);
      struct uti_nibble_block rule = {0, 0};
      for (ptrdiff_t place = first; place < end && !rule.passed; place += UTI_NIBBLE_PLACES) {
        for (ptrdiff_t index = 0; index < UTI_NIBBLE_PLACES && place + index < end; index += 1)
          if (buckets_at(data, count, place + index, tables, width))
            rule.passed |= UINT32_C(1) << index;
        rule.place = rule.passed ? place : 0;
      }
      add(&results, combined(rule),
          combined(uti_find_nibbles(data, count, first, end, tables, width)),
          combined(uti_find_nibbles_portable(data, count, first, end, tables, width)));
    }
  }
  print_results(&results);
}

int main(void) {
  make_data();
  check_pairs();
  check_bytes();
  check_keys();
  check_nibbles();
  return 0;
}
