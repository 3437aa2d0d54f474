#include <string.h>

#include "CByteSearch.h"

// The bytes of a block: those of its places and those that are compared behind the last.
#define BLOCK_BYTES (UTI_NIBBLE_PLACES + UTI_NIBBLE_WIDTH - 1)

// The bytes of a block; where the data ends in it, a copy with zeros behind.
static inline const unsigned char *block_at(const unsigned char *bytes, ptrdiff_t count,
                                            ptrdiff_t place, unsigned char copy[BLOCK_BYTES]) {
  if (__builtin_expect(count - place >= BLOCK_BYTES, 1)) return bytes + place;
  memset(copy, 0, BLOCK_BYTES);
  memcpy(copy, bytes + place, (size_t)(count - place));
  return copy;
}

// The bits of the places of a block that lie below the end.
static inline uint32_t places_below(ptrdiff_t end, ptrdiff_t place) {
  return end - place >= UTI_NIBBLE_PLACES ? UINT32_MAX : (UINT32_C(1) << (end - place)) - 1;
}

__attribute__((noinline))
struct uti_nibble_block uti_find_nibbles_portable(const unsigned char *bytes, ptrdiff_t count,
                                                  ptrdiff_t place, ptrdiff_t end,
                                                  const unsigned char *tables, ptrdiff_t width) {
  if (width != 2) width = UTI_NIBBLE_WIDTH;
  for (; place < end; place += UTI_NIBBLE_PLACES) {
    unsigned char copy[BLOCK_BYTES];
    const unsigned char *block = block_at(bytes, count, place, copy);
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
    passed &= places_below(end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  return (struct uti_nibble_block){0, 0};
}

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_VECTORS __attribute__((target("avx2")))

WITH_VECTORS
static inline __attribute__((always_inline)) __m256i table_at(const unsigned char *table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

WITH_VECTORS
static inline __attribute__((always_inline)) struct uti_nibble_block find_with_vectors(
    const unsigned char *bytes, ptrdiff_t count, ptrdiff_t place, ptrdiff_t end,
    const unsigned char *tables, const int width) {
  const __m256i low_bits = _mm256_set1_epi8(15);
  __m256i lower[UTI_NIBBLE_WIDTH], upper[UTI_NIBBLE_WIDTH];
  for (int index = 0; index < width; index += 1) {
    lower[index] = table_at(tables + 32 * index);
    upper[index] = table_at(tables + 32 * index + 16);
  }
  for (; place < end; place += UTI_NIBBLE_PLACES) {
    unsigned char copy[BLOCK_BYTES];
    const unsigned char *block = block_at(bytes, count, place, copy);
    __m256i buckets = _mm256_set1_epi8(-1);
    for (int index = 0; index < width; index += 1) {
      const __m256i read = _mm256_loadu_si256((const __m256i *)(block + index));
      // There is no shift of bytes: what comes from a neighbour is cut off.
      const __m256i high = _mm256_and_si256(_mm256_srli_epi16(read, 4), low_bits);
      const __m256i low = _mm256_and_si256(read, low_bits);
      buckets = _mm256_and_si256(buckets, _mm256_and_si256(_mm256_shuffle_epi8(lower[index], low),
                                                           _mm256_shuffle_epi8(upper[index], high)));
    }
    if (_mm256_testz_si256(buckets, buckets)) continue;
    const __m256i empty = _mm256_cmpeq_epi8(buckets, _mm256_setzero_si256());
    const uint32_t passed = ~(uint32_t)_mm256_movemask_epi8(empty) & places_below(end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  return (struct uti_nibble_block){0, 0};
}

WITH_VECTORS
static struct uti_nibble_block find_two(const unsigned char *bytes, ptrdiff_t count,
                                        ptrdiff_t place, ptrdiff_t end,
                                        const unsigned char *tables) {
  return find_with_vectors(bytes, count, place, end, tables, 2);
}

WITH_VECTORS
static struct uti_nibble_block find_all(const unsigned char *bytes, ptrdiff_t count,
                                        ptrdiff_t place, ptrdiff_t end,
                                        const unsigned char *tables) {
  return find_with_vectors(bytes, count, place, end, tables, UTI_NIBBLE_WIDTH);
}
#endif

struct uti_nibble_block uti_find_nibbles(const unsigned char *bytes, ptrdiff_t count,
                                         ptrdiff_t place, ptrdiff_t end,
                                         const unsigned char *tables, ptrdiff_t width) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    return width == 2 ? find_two(bytes, count, place, end, tables)
                      : find_all(bytes, count, place, end, tables);
#endif
  return uti_find_nibbles_portable(bytes, count, place, end, tables, width);
}
