/** True if two texts are equal, compared in constant time. */
export const isSameText = (given: string, right: string): boolean =>
  crypto.timingSafeEqual(digest(given), digest(right))

const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
