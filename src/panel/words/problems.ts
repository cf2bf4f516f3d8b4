import type { ErrorCode } from '../../domain/kernel/errors.ts'

/** Codes of problems, that of a call which nothing answered, and that of a page's own fault. */
type Code = ErrorCode | 'offline' | 'defect'

/** Those in English that a person is told otherwise than a partner. */
export const problemsEn: Partial<Record<Code, string>> = {
  offline: 'The service cannot be reached. Check the connection and try again.',
  unauthenticated: 'Your session has ended. Sign in again.',
  credentials_invalid: 'Wrong e-mail address or password.',
  role_missing: 'Your role in this hotel does not allow this. Ask one of its owners.',
  totp_invalid: 'This code is not right, or was used before. Wait for the next one.',
  mail_code_invalid:
    'This code is not right, or not any more: it is good for 15 minutes and five tries. “Another code” mails one where none is good.',
  passkey_invalid:
    'This passkey does not open an account here, or took too long. Try again, or use your password.',
  second_factor_required:
    'This hotel lets its people in with two-step sign-in only. Switch it on for your account.',
  step_up_required: 'This needs your password. Nothing was changed.',
  idempotency_conflict:
    'This was sent before with something else in it, and may have been noted then. Load the page anew before you send it again.',
  link_invalid:
    'This link does not count, or not any more: it may have been used, be older than 24 hours, or another one may have come after it. Ask for another one.',
  cursor_expired:
    'What you saw is too old. Nothing was changed; look at what is new, then try again.',
  cursor_ahead:
    'What you saw is not in the backup that was restored. Nothing was changed; look at what is new, then try again.',
}

/** Problems by code (contract §6) in Turkish; in English the service's own sentence is shown, but for `problemsEn`. */
export const problemsTr: Record<Code, string> = {
  offline: 'Hizmete ulaşılamıyor. Bağlantıyı denetleyip yeniden deneyin.',
  defect: 'Bu sayfada bir hata oluştu. Sayfayı yenileyip yeniden deneyin.',
  forbidden: 'Bunu yapma yetkiniz yok.',
  scope_missing: 'Anahtarın bunun için yetkisi yok.',
  role_missing: 'Oteldeki rolünüz buna yetmiyor. Otelin bir sahibine danışın.',
  address_not_allowed: 'Anahtar bu adresten kabul edilmiyor.',
  not_found: 'Böyle bir kayıt yok.',
  malformed_json: 'Gönderilen veri okunamadı.',
  unauthenticated: 'Oturumunuz sona erdi. Yeniden oturum açın.',
  credentials_invalid: 'E-posta adresi ya da parola yanlış.',
  totp_required: 'Bu hesap iki adımlı doğrulama kullanıyor: kodu da girin.',
  totp_invalid: 'Kod yanlış ya da daha önce kullanıldı. Yeni kodu bekleyin.',
  mail_code_required: 'E-postanıza gönderilen kodu da girin.',
  mail_code_invalid:
    'Kod yanlış ya da artık geçerli değil: 15 dakika ve beş deneme için geçerlidir. Geçerli bir kod kalmadıysa “Yeni kod” yenisini gönderir.',
  passkey_invalid:
    'Bu geçiş anahtarı burada bir hesabı açmıyor ya da çok geç kaldı. Yeniden deneyin veya parolanızı kullanın.',
  passkeys_off: 'Hizmete bir IP adresiyle ulaşılıyor; geçiş anahtarı kullanılamaz.',
  second_factor_required: 'Bu otele yalnızca iki adımlı doğrulamayla girilir. Hesabınız için açın.',
  step_up_required: 'Bunun için parolanız gerekir. Hiçbir şey değişmedi.',
  method_not_allowed: 'Bu adreste böyle bir işlem yok.',
  unsupported_media_type: 'Gönderilen verinin türü uygun değil.',
  cursor_expired:
    'Gördükleriniz çok eski kaldı. Hiçbir şey değişmedi; yenisine bakıp tekrar deneyin.',
  cursor_ahead:
    'Gördükleriniz geri yüklenen yedekte yok. Hiçbir şey değişmedi; yenisine bakıp tekrar deneyin.',
  too_large: 'Gönderilen veri çok büyük.',
  validation_failed: 'Gönderilenler geçerli değil.',
  password_too_weak: 'Bu parola kolay tahmin edilir.',
  hotel_required: 'Hangi otel olduğu belirtilmedi.',
  currency_mismatch: 'Para birimi otelinki değil. Hiçbir şey yazılmadı.',
  transition_invalid: 'Rezervasyonun durumu buna uygun değil.',
  revision_conflict: 'Bu arada başkası değiştirdi. Sayfayı yenileyip tekrar karar verin.',
  price_changed: 'Fiyat değişti. Hiçbir şey yapılmadı.',
  sold_out: 'Bu geceler için yeterli oda yok. Hiçbir şey yapılmadı.',
  closed_for_sale: 'Bu geceler satışa kapalı. Hiçbir şey yapılmadı.',
  no_price: 'Bu tarifenin bu geceler için fiyatı yok. Hiçbir şey yapılmadı.',
  min_stay: 'Bu giriş gününde daha uzun kalınması gerekir. Hiçbir şey yapılmadı.',
  min_stay_through: 'Gecelerden biri yalnızca daha uzun konaklamada satılır. Hiçbir şey yapılmadı.',
  max_stay: 'Bu giriş gününde bu kadar uzun kalınamaz. Hiçbir şey yapılmadı.',
  closed_to_arrival: 'Bu gün giriş yapılamaz. Hiçbir şey yapılmadı.',
  closed_to_departure: 'Bu gün çıkış yapılamaz. Hiçbir şey yapılmadı.',
  manage_token_required: 'Bunun için rezervasyonun yönetim bağlantısı gerekir.',
  proof_required: 'Rezervasyon, konuğa gönderilen bağlantıyı bekliyor. Başka bir şey değişmedi.',
  ask_the_hotel: 'Otel bunu yalnızca telefonla alır. Hiçbir şey yapılmadı.',
  terms_forbid_change:
    'İptal koşulları bu değişikliğe izin vermez; otel yapabilir. Hiçbir şey değişmedi.',
  penalty_changed: 'İptal bedeli değişti. Hiçbir şey iptal edilmedi.',
  last_owner: 'Bu, otelin son sahibi; önce başka birini sahip yapın. Hiçbir şey değişmedi.',
  mail_off: 'Bu hizmet e-posta göndermiyor; adresi bir yönetici değiştirir.',
  link_invalid:
    'Bu bağlantı geçersiz ya da artık geçerli değil: kullanılmış, süresi dolmuş veya yerine yenisi gönderilmiş olabilir. Yenisini isteyin.',
  already_exists: 'Böyle bir kayıt zaten var.',
  in_use: 'Kullanıldığı için silinemez.',
  idempotency_conflict:
    'Bu daha önce başka bir içerikle gönderildi ve kaydedilmiş olabilir. Yeniden göndermeden önce sayfayı yenileyin.',
  precondition_failed: 'Gönderim bir karşılaştırma başlığı (If-Match) ile kabul edilmez.',
  rate_limited: 'Çok fazla istek. Biraz sonra yeniden deneyin.',
  internal: 'Bizim tarafımızda bir sorun oluştu.',
  unavailable: 'Hizmet şu anda kullanılamıyor. Biraz sonra yeniden deneyin.',
  migrating: 'Hizmet güncelleniyor. Biraz sonra yeniden deneyin.',
  outcome_unknown:
    'İşlemin yapılıp yapılmadığı bilinmiyor. Yeniden denemeden önce yapılmış mı diye bakın.',
}
