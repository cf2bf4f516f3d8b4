import type { ErrorCode, FlawCode } from '../../domain/kernel/errors.ts'
import type { Word } from './words.ts'

type Pair = readonly [en: Word, tr: Word]

/** The meaning of each problem for a guest, and what to do about it, in English and in Turkish. */
export const PROBLEM_WORDS: Partial<Record<ErrorCode, Pair>> = {
  already_exists: [
    'This has reached us before: nothing was done twice.',
    'Bu bize daha önce ulaştı: hiçbir şey iki kez yapılmadı.',
  ],
  not_found: [
    'We find no booking with these. Please check the code and what you typed beside it: in the manage code capital and small letters differ. After a change of its e-mail address only the newest link opens a booking.',
    'Bu bilgilerle bir rezervasyon bulamadık. Lütfen kodu ve yanında yazdıklarınızı denetleyin: yönetim kodunda büyük ve küçük harfler farklıdır. E-posta adresi değiştiyse yalnızca en yeni bağlantı geçerlidir.',
  ],
  validation_failed: [
    'Something is not right yet: please look at the fields below.',
    'Bir şey henüz doğru değil: lütfen aşağıdaki alanlara bakın.',
  ],
  sold_out: [
    'Not enough rooms are left for {dates}. Nothing was changed. Please try other dates, or ask the hotel.',
    'Yeterli oda kalmadı: {dates}. Hiçbir şey değişmedi. Lütfen başka tarihler deneyin ya da otele sorun.',
  ],
  closed_for_sale: [
    'The hotel does not sell {dates}. Nothing was changed. Please try other dates, or ask the hotel.',
    'Otel bu geceleri satmıyor: {dates}. Hiçbir şey değişmedi. Lütfen başka tarihler deneyin ya da otele sorun.',
  ],
  no_price: [
    'Your rate has no price for {dates}. Nothing was changed. Please try other dates, or ask the hotel.',
    'Tarifenizin bu geceler için fiyatı yok: {dates}. Hiçbir şey değişmedi. Lütfen başka tarihler deneyin ya da otele sorun.',
  ],
  min_stay: [
    'A stay from {dates} on must be longer. Nothing was changed. Please add nights, or arrive on another day.',
    'Bu günde başlayan konaklama daha uzun olmalı: {dates}. Hiçbir şey değişmedi. Lütfen gece ekleyin ya da başka bir gün gelin.',
  ],
  min_stay_through: [
    'These nights are sold in longer stays only: {dates}. Nothing was changed. Please add nights, or try other dates.',
    'Bu geceler yalnızca daha uzun konaklamalarda satılır: {dates}. Hiçbir şey değişmedi. Lütfen gece ekleyin ya da başka tarihler deneyin.',
  ],
  max_stay: [
    'A stay from {dates} on must be shorter. Nothing was changed. Please leave earlier, or ask the hotel.',
    'Bu günde başlayan konaklama daha kısa olmalı: {dates}. Hiçbir şey değişmedi. Lütfen daha erken ayrılın ya da otele sorun.',
  ],
  min_advance: [
    'It is too late to book a stay from {dates} on. Nothing was changed. Please arrive on a later day, or ask the hotel.',
    'Bu günde başlayan konaklama için rezervasyon süresi geçti: {dates}. Hiçbir şey değişmedi. Lütfen daha sonraki bir gün gelin ya da otele sorun.',
  ],
  max_advance: [
    'It is too early to book a stay from {dates} on. Nothing was changed. Please arrive on an earlier day, or try again later.',
    'Bu günde başlayan konaklama için rezervasyon henüz erken: {dates}. Hiçbir şey değişmedi. Lütfen daha önceki bir gün gelin ya da sonra yeniden deneyin.',
  ],
  closed_to_arrival: [
    'Arrivals are not possible on {dates}. Nothing was changed. Please arrive on another day.',
    'Bu gün giriş yapılamıyor: {dates}. Hiçbir şey değişmedi. Lütfen başka bir gün gelin.',
  ],
  closed_to_departure: [
    'Departures are not possible on {dates}. Nothing was changed. Please leave on another day.',
    'Bu gün çıkış yapılamıyor: {dates}. Hiçbir şey değişmedi. Lütfen başka bir gün ayrılın.',
  ],
  terms_forbid_change: [
    'Cancelling costs {amount} now, so that the booking can be made neither shorter nor cheaper here. Nothing was changed. The hotel can do it: please ask it.',
    'İptalin şu anda {amount} bedeli olduğu için rezervasyon buradan kısaltılamaz ve ucuzlatılamaz. Hiçbir şey değişmedi. Otel yapabilir: lütfen otele sorun.',
  ],
  penalty_changed: [
    'The cancellation fee has changed since you looked. Nothing was cancelled. The new fee is below.',
    'Siz baktıktan sonra iptal bedeli değişti. Hiçbir şey iptal edilmedi. Şimdiki bedel aşağıda.',
  ],
  price_changed: [
    'The price has changed since you looked. Nothing was done. The new price is below.',
    'Siz baktıktan sonra fiyat değişti. Hiçbir şey yapılmadı. Yeni fiyat aşağıda.',
  ],
  text_changed: [
    'The hotel has changed a text that you agreed to. Nothing was done. Please read it once more and agree to it.',
    'Otel, kabul ettiğiniz bir metni değiştirdi. Hiçbir şey yapılmadı. Lütfen yeniden okuyup onaylayın.',
  ],
  revision_conflict: [
    'Your booking was changed in the meantime. Its present state is below: please check it and try again.',
    'Rezervasyonunuz bu arada değişti. Son hâli aşağıda: lütfen bakıp yeniden deneyin.',
  ],
  transition_invalid: [
    'The booking no longer allows this. Its present state is below.',
    'Rezervasyonun durumu artık buna uygun değil. Son hâli aşağıda.',
  ],
  proof_required: [
    'The hotel first wants to know that your e-mail address is yours. Please press the button on the page of our mail, which you can have sent below; then send a change again.',
    'Otel önce e-posta adresinizin size ait olduğunu bilmek istiyor. Lütfen e-postamızdaki bağlantıda düğmeye basın (e-postayı aşağıdan isteyebilirsiniz); değişikliği sonra yeniden gönderin.',
  ],
  ask_the_hotel: [
    'The hotel accepts this by telephone only. Nothing was changed. Please call: {contact}.',
    'Otel bunu yalnızca telefonla alıyor. Hiçbir şey değişmedi. Lütfen otele sorun: {contact}.',
  ],
  manage_token_required: [
    'This needs the link in our mail, or the manage code below it.',
    'Bunun için e-postamızdaki bağlantı ya da altındaki yönetim kodu gerekir.',
  ],
  forbidden: [
    'This cannot be done here. Please ask the person who made the booking for you.',
    'Bu buradan yapılamaz. Lütfen rezervasyonu sizin için yapana başvurun.',
  ],
  rate_limited: [
    'Too many requests came from your connection. Nothing was changed. Please wait {wait} and try again.',
    'Bağlantınızdan çok fazla istek geldi. Hiçbir şey değişmedi. Lütfen {wait} bekleyip yeniden deneyin.',
  ],
  unsupported_media_type: [
    'The form did not arrive as this page sends it. Nothing was done. Please open the page again and send it from there.',
    'Form, bu sayfanın gönderdiği biçimde gelmedi. Hiçbir şey yapılmadı. Lütfen sayfayı yeniden açıp oradan gönderin.',
  ],
  too_large: [
    'That was too much text. Please write less and try again.',
    'Bu kadar metin çok fazla. Lütfen kısaltıp yeniden deneyin.',
  ],
  idempotency_conflict: [
    'This form has booked already, with other words in it. What it booked is in our mail and under “My booking”. Press again only for another booking.',
    'Bu formla, başka bilgilerle, zaten bir rezervasyon yapıldı. Ayrıntıları e-postamızda ve “Rezervasyonum” altında. Yalnızca yeni bir rezervasyon için yeniden basın.',
  ],
  unavailable: [
    'We cannot be reached at the moment. Nothing was changed. Please try again in a moment.',
    'Şu anda hizmet veremiyoruz. Hiçbir şey değişmedi. Lütfen biraz sonra yeniden deneyin.',
  ],
  outcome_unknown: [
    'We do not know whether it was done. Please look at your booking before you try again.',
    'İşlemin yapılıp yapılmadığını bilmiyoruz. Yeniden denemeden önce lütfen rezervasyonunuza bakın.',
  ],
}

/** The text when a booking is open but its link has ended. */
export const LINK_OLD: Pair = [
  'This link is no longer valid. Please use the newest mail about the booking, or have the link sent again.',
  'Bu bağlantı artık geçerli değil. Lütfen rezervasyonla ilgili en yeni e-postayı kullanın ya da bağlantıyı yeniden isteyin.',
]

/** The text for a guest who asks for a link where no mail is sent. */
export const NO_MAIL: Pair = [
  'No mail is sent at present. Please ask the hotel: it can hand you the link.',
  'Şu anda e-posta gönderilmiyor. Lütfen otele başvurun: bağlantıyı size verebilir.',
]

/** The text of any other problem. */
export const ANY_PROBLEM: Pair = [
  'Something went wrong on our side. Please look at your booking before you try again, or ask the hotel.',
  'Bizim tarafımızda bir sorun oluştu. Yeniden denemeden önce lütfen rezervasyonunuza bakın ya da otele sorun.',
]

/** Texts for a wrong field, by code; the first text whose values are all known is used. */
export const FLAW_WORDS: Partial<Record<FlawCode, readonly Pair[]>> = {
  required: [['Please fill this in.', 'Lütfen doldurun.']],
  wrong_length: [
    ['At most {max} characters.', 'En çok {max} karakter.'],
    ['This is too long or too short.', 'Çok uzun ya da çok kısa.'],
  ],
  wrong_format: [['This is not written as it should be.', 'Yazılışı doğru değil.']],
  wrong_text: [
    ['Please write letters, without special signs.', 'Lütfen özel işaretler kullanmadan yazın.'],
  ],
  card_number: [['Please write no card number here.', 'Lütfen buraya kart numarası yazmayın.']],
  invalid_date: [
    [
      'Please write a date of the calendar, as 2027-04-01.',
      'Lütfen takvimdeki bir tarihi 2027-04-01 biçiminde yazın.',
    ],
  ],
  closed_for_sale: [['Not for sale on these dates.', 'Bu tarihlerde satışta değil.']],
  no_price: [['Your rate is not sold on these dates.', 'Tarifeniz bu tarihlerde satılmıyor.']],
  sold_out: [['Not enough rooms on these dates.', 'Bu tarihlerde yeterli oda yok.']],
  set_aside: [['Not enough rooms on these dates.', 'Bu tarihlerde yeterli oda yok.']],
  min_stay: [['A stay from this day on must be longer.', 'Bu girişle daha uzun kalmalısınız.']],
  min_stay_through: [['Sold in longer stays only.', 'Yalnızca daha uzun konaklamalara satılır.']],
  max_stay: [['A stay from this day on must be shorter.', 'Bu girişle daha kısa kalmalısınız.']],
  min_advance: [['It is too late to book this arrival.', 'Bu giriş için artık geç.']],
  max_advance: [['It is too early to book this arrival.', 'Bu giriş için henüz erken.']],
  closed_to_arrival: [['No arrival on this day.', 'Bu gün giriş yapılamaz.']],
  closed_to_departure: [['No departure on this day.', 'Bu gün çıkış yapılamaz.']],
  range_reversed: [['You have to leave after you arrive.', 'Çıkış tarihi girişten sonra olmalı.']],
  party_too_large: [
    [
      'A room of this type sleeps at most {people}, with an adult in each.',
      'Bu tipte bir odada en çok {people} kişi kalabilir; her odada bir yetişkin olmalı.',
    ],
  ],
  too_many: [['At most {max}.', 'En çok {max}.']],
  date_in_past: [['Too early: not before {date}.', 'Çok erken: {date} gününden önce olamaz.']],
  date_too_far: [
    ['Too far ahead: sold until {date}.', 'Çok ileride: {date} gününe kadar satılıyor.'],
  ],
  stay_too_long: [['At most {max} nights.', 'En çok {max} gece.']],
  stay_too_large: [
    [
      'At most {max} nights in one booking on the web: please ask the hotel for more.',
      'İnternetten tek rezervasyonda en çok {max} gece: daha fazlası için lütfen otele sorun.',
    ],
  ],
  night_passed: [
    [
      'Your stay has begun: only its end can change, not before {date}.',
      'Konaklamanız başladı: yalnızca sonu değişebilir, {date} gününden önceye alınamaz.',
    ],
  ],
}

/** The text of any other flaw. */
export const ANY_FLAW: Pair = ['This is not right.', 'Bu doğru değil.']
