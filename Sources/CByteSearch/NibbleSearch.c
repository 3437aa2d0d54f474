#include <string.h>

#include "CByteSearch.h"
#include "Processor.h"

// The bytes of a block: the bytes of its places, and the bytes that are compared after the last
// place.
#define BLOCK_BYTES (UTI_NIBBLE_PLACES + UTI_NIBBLE_WIDTH - 1)

// A copy of the last bytes of data with zeros behind.
static inline void copy_rest(const unsigned char *bytes, ptrdiff_t count,
                             unsigned char copy[BLOCK_BYTES]) {
  memset(copy, 0, BLOCK_BYTES);
  memcpy(copy, bytes, (size_t)(count < BLOCK_BYTES ? count : BLOCK_BYTES));
}

// The bits of the places of a block that lie below the end.
static inline uint32_t places_below(ptrdiff_t end, ptrdiff_t place) {
  return end - place >= UTI_NIBBLE_PLACES ? UINT32_MAX : (UINT32_C(1) << (end - place)) - 1;
}

// The places of a block that pass, one after another.
static inline uint32_t passing(const unsigned char *block, const unsigned char *tables,
                               ptrdiff_t width) {
  uint32_t passed = 0;
  for (int start = 0; start < UTI_NIBBLE_PLACES; start += 1) {
    unsigned buckets = 0xFF;
    // Hardly any place passes with its first byte.
    for (int index = 0; buckets && index < width; index += 1) {
      const unsigned char *halves = tables + 32 * index;
      buckets &= halves[block[start + index] & 15] & halves[16 + (block[start + index] >> 4)];
    }
    passed |= (uint32_t)(buckets != 0) << start;
  }
  return passed;
}

__attribute__((noinline))
struct uti_nibble_block uti_find_nibbles_portable(const unsigned char *bytes, ptrdiff_t count,
                                                  ptrdiff_t place, ptrdiff_t end,
                                                  const unsigned char *tables, ptrdiff_t width) {
  if (width != 2) width = UTI_NIBBLE_WIDTH;
  for (; place < end; place += UTI_NIBBLE_PLACES) {
    unsigned char copy[BLOCK_BYTES];
    const int is_whole = count - place >= BLOCK_BYTES;
    if (!is_whole) copy_rest(bytes + place, count - place, copy);
    const uint32_t passed =
        passing(is_whole ? bytes + place : copy, tables, width) & places_below(end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  return (struct uti_nibble_block){0, 0};
}

#if defined(__x86_64__)
#include <immintrin.h>

struct halves {
  __m256i lower[UTI_NIBBLE_WIDTH], upper[UTI_NIBBLE_WIDTH];
};

WITH_VECTORS INLINE __m256i table_at(const unsigned char *table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

// The buckets on which all bytes of each place of a block agree.
WITH_VECTORS INLINE __m256i buckets_at(const unsigned char *block, const struct halves *tables,
                                       const int width) {
  const __m256i low_bits = _mm256_set1_epi8(15);
  __m256i buckets = _mm256_set1_epi8(-1);
  for (int index = 0; index < width; index += 1) {
    const __m256i read = _mm256_loadu_si256((const __m256i *)(block + index));
    // There is no shift of bytes: what comes from a neighbour is cut off.
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(read, 4), low_bits);
    const __m256i low = _mm256_and_si256(read, low_bits);
    buckets = _mm256_and_si256(
        buckets, _mm256_and_si256(_mm256_shuffle_epi8(tables->lower[index], low),
                                  _mm256_shuffle_epi8(tables->upper[index], high)));
  }
  return buckets;
}

// A bit for each place below the end that has a bucket.
WITH_VECTORS INLINE uint32_t places_of(__m256i buckets, ptrdiff_t end, ptrdiff_t place) {
  const __m256i empty = _mm256_cmpeq_epi8(buckets, _mm256_setzero_si256());
  return ~(uint32_t)_mm256_movemask_epi8(empty) & places_below(end, place);
}

WITH_VECTORS INLINE struct uti_nibble_block find_with_vectors(
    const unsigned char *bytes, ptrdiff_t count, ptrdiff_t place, ptrdiff_t end,
    const unsigned char *tables, const int width) {
  struct halves halves;
  for (int index = 0; index < width; index += 1) {
    halves.lower[index] = table_at(tables + 32 * index);
    halves.upper[index] = table_at(tables + 32 * index + 16);
  }
  // Up to here the data has all bytes of a block.
  const ptrdiff_t whole = count - BLOCK_BYTES + 1 < end ? count - BLOCK_BYTES + 1 : end;
  for (; place < whole; place += UTI_NIBBLE_PLACES) {
    const __m256i buckets = buckets_at(bytes + place, &halves, width);
    if (_mm256_testz_si256(buckets, buckets)) continue;
    const uint32_t passed = places_of(buckets, end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  for (; place < end; place += UTI_NIBBLE_PLACES) {
    unsigned char copy[BLOCK_BYTES];
    copy_rest(bytes + place, count - place, copy);
    const uint32_t passed = places_of(buckets_at(copy, &halves, width), end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  return (struct uti_nibble_block){0, 0};
}

WITH_VECTORS static struct uti_nibble_block find_two(const unsigned char *bytes, ptrdiff_t count,
                                        ptrdiff_t place, ptrdiff_t end,
                                        const unsigned char *tables) {
  return find_with_vectors(bytes, count, place, end, tables, 2);
}

WITH_VECTORS static struct uti_nibble_block find_all(const unsigned char *bytes, ptrdiff_t count,
                                        ptrdiff_t place, ptrdiff_t end,
                                        const unsigned char *tables) {
  return find_with_vectors(bytes, count, place, end, tables, UTI_NIBBLE_WIDTH);
}
#endif

struct uti_nibble_block uti_find_nibbles(const unsigned char *bytes, ptrdiff_t count,
                                         ptrdiff_t place, ptrdiff_t end,
                                         const unsigned char *tables, ptrdiff_t width) {
#if defined(__x86_64__)
  if (HAS_VECTORS)
    return width == 2 ? find_two(bytes, count, place, end, tables)
                      : find_all(bytes, count, place, end, tables);
#endif
  return uti_find_nibbles_portable(bytes, count, place, end, tables, width);
}
