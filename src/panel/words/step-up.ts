import type { Pairs } from './word.ts'

/** What is asked for before what lasts. */
export const stepUp = {
  'stepUp.title': ['Confirm that it is you', 'Kimliğinizi doğrulayın'],
  'stepUp.text': [
    'Enter your password to {what}. For 10 minutes you are not asked again.',
    '{what} için parolanızı girin. 10 dakika boyunca yeniden sorulmaz.',
  ],
  'stepUp.go': ['Continue', 'Devam et'],
  'stepUp.api_key': ['create an API key', 'API anahtarı oluşturmak'],
  'stepUp.site': ['create a site key', 'Site anahtarı oluşturmak'],
  'stepUp.vendor_connection': ['connect a vendor', 'Sağlayıcı bağlamak'],
  'stepUp.webhook': ['create a webhook', 'Webhook oluşturmak'],
  'stepUp.webhook_address': ['send a webhook elsewhere', 'Webhook’un adresini değiştirmek'],
  'stepUp.secret': ['change a secret', 'Gizli anahtarı değiştirmek'],
  'stepUp.member': ['change who works at a hotel', 'Otelin çalışanlarını değiştirmek'],
  'stepUp.invitation': ['invite somebody', 'Birini davet etmek'],
  'stepUp.second_factor_rule': [
    'change who needs two-step sign-in',
    'İki adımlı doğrulama kuralını değiştirmek',
  ],
  'stepUp.own_second_factor': [
    'change your two-step sign-in',
    'İki adımlı doğrulamanızı değiştirmek',
  ],
  'stepUp.passkey': ['change your passkeys', 'Geçiş anahtarlarınızı değiştirmek'],
  'stepUp.account': ['change an account', 'Hesabı değiştirmek'],
  'stepUp.vendor': ['add a vendor', 'Sağlayıcı eklemek'],
  'stepUp.guest_export': ['take guests out as a file', 'Konukları dosya olarak almak'],
  'stepUp.bulk_cancel': [
    'cancel more than 20 bookings at once',
    '20’den fazla rezervasyonu birden iptal etmek',
  ],
} as const satisfies Pairs
