/** Bytes of a logo as sent: enough for a page of A4, and a body of 256 KiB has room for it in base64. */
export const LOGO_BYTES_MAX = 150 * 1024
