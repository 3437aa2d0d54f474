#include <string.h>

#include "CUTIByteSearch.h"
#include "Processor.h"

#define FACTOR UINT32_C(0x9E3779B1)
#define CASE_BITS UINT32_C(0x20202020)

// The bit of a filter for the four bytes of a place (Fibonacci hashing).
static inline uint32_t bit_at(const unsigned char *bytes, uint32_t shift) {
  const uint32_t key = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                       (uint32_t)bytes[3] << 24;
  return ((key | CASE_BITS) * FACTOR) >> shift;
}

uint32_t uti_key_bit(uint32_t key, uint32_t shift) { return ((key | CASE_BITS) * FACTOR) >> shift; }

__attribute__((noinline))
ptrdiff_t uti_find_key_portable(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                                const uint32_t *words, uint32_t shift) {
  for (; place <= last; place += 1) {
    const uint32_t bit = bit_at(bytes + place, shift);
    if (words[bit >> 5] >> (bit & 31) & 1) return place;
  }
  return -1;
}

#if defined(FOR_AVX2)
#include <immintrin.h>

WITH_VECTORS
static ptrdiff_t find_with_vectors(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                                   const uint32_t *words, uint32_t shift) {
  // The four bytes of each of eight places.
  const __m256i places = _mm256_setr_epi8(0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6,  //
                                          4, 5, 6, 7, 5, 6, 7, 8, 6, 7, 8, 9, 7, 8, 9, 10);
  const __m256i case_bits = _mm256_set1_epi32((int)CASE_BITS);
  const __m256i factor = _mm256_set1_epi32((int)FACTOR);
  const __m256i low_bits = _mm256_set1_epi32(31);
  const __m128i shifts = _mm_cvtsi32_si128((int)shift);
  // Sixteen bytes are read, and the last place has four.
  for (; place + 16 <= last + 4; place += 8) {
    const __m256i read =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + place)));
    const __m256i keys = _mm256_or_si256(_mm256_shuffle_epi8(read, places), case_bits);
    const __m256i bits = _mm256_srl_epi32(_mm256_mullo_epi32(keys, factor), shifts);
    const __m256i found =
        _mm256_i32gather_epi32((const int *)words, _mm256_srli_epi32(bits, 5), 4);
    // The bit of each place becomes the highest one of its number.
    const __m256i highest = _mm256_sllv_epi32(found, _mm256_andnot_si256(bits, low_bits));
    const int passed = _mm256_movemask_ps(_mm256_castsi256_ps(highest));
    if (passed) return place + __builtin_ctz((unsigned)passed);
  }
  return uti_find_key_portable(bytes, place, last, words, shift);
}
#elif defined(FOR_NEON)
#include <arm_neon.h>

// The bits of a filter for the four places whose bytes a table selects.
INLINE uint32x4_t bits_at(uint8x16_t read, uint8x16_t places, int32x4_t shift) {
  const uint32x4_t keys = vreinterpretq_u32_u8(vqtbl1q_u8(read, places));
  return vshlq_u32(vmulq_n_u32(vorrq_u32(keys, vdupq_n_u32(CASE_BITS)), FACTOR), shift);
}

// All ones for each place whose bit is in the filter. There is no instruction that gathers words.
INLINE uint32x4_t passing(uint32x4_t bits, const uint32_t *words) {
  const uint32x4_t indices = vshrq_n_u32(bits, 5);
  uint32x4_t found = vdupq_n_u32(words[vgetq_lane_u32(indices, 0)]);
  found = vsetq_lane_u32(words[vgetq_lane_u32(indices, 1)], found, 1);
  found = vsetq_lane_u32(words[vgetq_lane_u32(indices, 2)], found, 2);
  found = vsetq_lane_u32(words[vgetq_lane_u32(indices, 3)], found, 3);
  const int32x4_t low_bits = vreinterpretq_s32_u32(vandq_u32(bits, vdupq_n_u32(31)));
  return vtstq_u32(found, vshlq_u32(vdupq_n_u32(1), low_bits));
}

static ptrdiff_t find_with_vectors(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                                   const uint32_t *words, uint32_t shift) {
  // The four bytes of each of four places, and of the next four.
  const uint8x16_t places = {0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6};
  const uint8x16_t later_places = vaddq_u8(places, vdupq_n_u8(4));
  // A negative shift is one to the right.
  const int32x4_t shifts = vdupq_n_s32(-(int32_t)shift);
  // Sixteen bytes are read, and the last place has four.
  for (; place + 16 <= last + 4; place += 8) {
    const uint8x16_t read = vld1q_u8(bytes + place);
    const uint32x4_t passed = passing(bits_at(read, places, shifts), words);
    const uint32x4_t passed_later = passing(bits_at(read, later_places, shifts), words);
    // A byte for each place.
    const uint8x8_t found = vmovn_u16(vcombine_u16(vmovn_u32(passed), vmovn_u32(passed_later)));
    const uint64_t all = vget_lane_u64(vreinterpret_u64_u8(found), 0);
    if (all) return place + __builtin_ctzll(all) / 8;
  }
  return uti_find_key_portable(bytes, place, last, words, shift);
}
#endif

ptrdiff_t uti_find_key(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                       const uint32_t *words, uint32_t shift) {
#if defined(FOR_AVX2) || defined(FOR_NEON)
  if (HAS_VECTORS) return find_with_vectors(bytes, place, last, words, shift);
#endif
  return uti_find_key_portable(bytes, place, last, words, shift);
}
