#include <string.h>

#include "CUTIByteSearch.h"
#include "Processor.h"

// The bytes of a block: the bytes of its places, and the bytes that are compared after the last
// place.
#define BLOCK_BYTES (UTI_NIBBLE_PLACES + UTI_NIBBLE_WIDTH - 1)

// A copy of the last bytes of data, followed by zeros.
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

#if defined(FOR_AVX2)
#include <immintrin.h>

// A table in both halves, and the buckets of the places of a block.
typedef __m256i table;
typedef __m256i buckets;

WITH_VECTORS INLINE table table_at(const unsigned char *bytes) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

WITH_VECTORS INLINE buckets all_buckets(void) { return _mm256_set1_epi8(-1); }

// The buckets that also have the byte at each place of a block.
WITH_VECTORS INLINE buckets common_buckets(buckets common, const unsigned char *block, table lower,
                                           table upper) {
  const __m256i low_bits = _mm256_set1_epi8(15);
  const __m256i read = _mm256_loadu_si256((const __m256i *)block);
  // There is no shift of bytes: the bits of a neighbour are cut off.
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(read, 4), low_bits);
  const __m256i low = _mm256_and_si256(read, low_bits);
  return _mm256_and_si256(common, _mm256_and_si256(_mm256_shuffle_epi8(lower, low),
                                                   _mm256_shuffle_epi8(upper, high)));
}

WITH_VECTORS INLINE int are_empty(buckets buckets) { return _mm256_testz_si256(buckets, buckets); }

// A bit for each place that has a bucket.
WITH_VECTORS INLINE uint32_t places_with_bucket(buckets buckets) {
  return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(buckets, _mm256_setzero_si256()));
}
#elif defined(FOR_NEON)
#include <arm_neon.h>

// A table, and the buckets of the places of a block in two vectors.
typedef uint8x16_t table;
typedef uint8x16x2_t buckets;

INLINE table table_at(const unsigned char *bytes) { return vld1q_u8(bytes); }

INLINE buckets all_buckets(void) {
  return (buckets){{vdupq_n_u8(0xFF), vdupq_n_u8(0xFF)}};
}

// The buckets that also have the byte at each place of a block.
INLINE buckets common_buckets(buckets common, const unsigned char *block, table lower,
                              table upper) {
  for (int half = 0; half < 2; half += 1) {
    const uint8x16_t read = vld1q_u8(block + 16 * half);
    const uint8x16_t found = vandq_u8(vqtbl1q_u8(lower, vandq_u8(read, vdupq_n_u8(15))),
                                      vqtbl1q_u8(upper, vshrq_n_u8(read, 4)));
    common.val[half] = vandq_u8(common.val[half], found);
  }
  return common;
}

INLINE int are_empty(buckets buckets) {
  return vmaxvq_u8(vorrq_u8(buckets.val[0], buckets.val[1])) == 0;
}

// A bit for each place that has a bucket: each sum of two neighbours has the bits of both.
INLINE uint32_t places_with_bucket(buckets buckets) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t first = vandq_u8(vtstq_u8(buckets.val[0], buckets.val[0]), bits);
  const uint8x16_t second = vandq_u8(vtstq_u8(buckets.val[1], buckets.val[1]), bits);
  const uint8x16_t pairs = vpaddq_u8(first, second);
  const uint8x16_t fours = vpaddq_u8(pairs, pairs);
  return vgetq_lane_u32(vreinterpretq_u32_u8(vpaddq_u8(fours, fours)), 0);
}
#endif

#if defined(FOR_AVX2) || defined(FOR_NEON)
struct halves {
  table lower[UTI_NIBBLE_WIDTH], upper[UTI_NIBBLE_WIDTH];
};

// The buckets on which all bytes of each place of a block agree.
WITH_VECTORS INLINE buckets buckets_at(const unsigned char *block, const struct halves *tables,
                                       const int width) {
  buckets common = all_buckets();
  for (int index = 0; index < width; index += 1)
    common = common_buckets(common, block + index, tables->lower[index], tables->upper[index]);
  return common;
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
    const buckets found = buckets_at(bytes + place, &halves, width);
    if (are_empty(found)) continue;
    const uint32_t passed = places_with_bucket(found) & places_below(end, place);
    if (passed) return (struct uti_nibble_block){place, passed};
  }
  for (; place < end; place += UTI_NIBBLE_PLACES) {
    unsigned char copy[BLOCK_BYTES];
    copy_rest(bytes + place, count - place, copy);
    const uint32_t passed =
        places_with_bucket(buckets_at(copy, &halves, width)) & places_below(end, place);
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
#if defined(FOR_AVX2) || defined(FOR_NEON)
  if (HAS_VECTORS)
    return width == 2 ? find_two(bytes, count, place, end, tables)
                      : find_all(bytes, count, place, end, tables);
#endif
  return uti_find_nibbles_portable(bytes, count, place, end, tables, width);
}
