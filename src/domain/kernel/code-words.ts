/** Names of a booking's codes in English and Turkish, in mails and on the page where they are typed. */
export const CODE_WORDS = {
  code: ['Booking code', 'Rezervasyon kodu'],
  manageCode: ['Manage code', 'Yönetim kodu'],
  proofCode: ['Code that it is yours', 'Sizin olduğunu gösteren kod'],
} as const
