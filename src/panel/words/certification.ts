import type { Scenario } from '../../domain/sandbox/certification.ts'
import { SCENARIO_WORDS } from '../../domain/sandbox/certification-words.ts'
import type { Pairs } from './word.ts'

/** What a test key has shown, in the Channel Manager page. */
const page = {
  'channel.cert.sandbox': ['Sandbox: certification', 'Deneme kopyası: sertifikasyon'],
  'channel.cert.named': [
    'Sandbox: certification of {name}',
    'Deneme kopyası: sertifikasyon, {name}',
  ],
  'channel.cert.of': ['Certification of {name}', 'Sertifikasyon: {name}'],
  'channel.cert.about': [
    'What the software that holds this test key has really done in the sandbox. What was refused, only tried or changed nothing does not count. The first proof of a step stays; another test key begins anew.',
    'Bu deneme anahtarını kullanan yazılımın deneme kopyasında gerçekten yaptıkları. Reddedilen, yalnızca denenen veya hiçbir şeyi değiştirmeyen sayılmaz. Bir adımın ilk kanıtı kalır; yeni bir deneme anahtarı baştan başlar.',
  ],
  'channel.cert.done': ['{count} of {of} steps done', '{of} adımdan {count} tanesi tamam'],
  'channel.cert.certified': ['Certified on {at}', 'Sertifika tarihi: {at}'],
  'channel.cert.isDone': ['Done', 'Tamam'],
  'channel.cert.isOpen': ['To do', 'Yapılacak'],
  'channel.cert.at': ['When', 'Zaman'],
  'channel.cert.requests': ['Requests', 'İstekler'],
  'channel.cert.deliveries': ['Deliveries', 'Gönderimler'],
  'channel.cert.calls': ['Calls, as an example', 'Örnek çağrılar'],
  'channel.cert.unknown': ['There is no such test key', 'Böyle bir deneme anahtarı yok'],
  'channel.cert.unknownText': [
    'It may be another hotel’s, or the address is not complete.',
    'Başka bir otelin olabilir veya adres eksik olabilir.',
  ],
} as const satisfies Pairs

const turkish: Record<Scenario, { title: string; next: string }> = {
  full_sync: {
    title: 'Tam eşitleme',
    next: 'Etkin her oda tipinin sayısını ve fiyatını bugünden başlayarak bir yılın her günü için gönderin: her oda tipi tek çağrıda bütün olarak, hepsi bir saat içinde. Hiçbir öğe reddedilmemelidir.',
  },
  one_day: {
    title: 'Tek gün',
    next: 'Tek bir günde bir değişiklik gönderin: bir fiyat ya da bir sayı. Hiçbir şeyi değiştirmeyen sayılmaz.',
  },
  many_days: {
    title: 'Birden çok gün',
    next: 'Tek çağrıda birkaç günü değiştirin, 180 günden az.',
  },
  ranges: {
    title: 'Haftanın günleriyle aralık',
    next: 'Yalnızca bazı hafta günlerini kapsayan bir aralık gönderin; en az iki gün değişmelidir.',
  },
  half_year: {
    title: 'Yarım yıl',
    next: 'Tam eşitleme olmayan tek bir çağrıda 180 gün veya daha fazlasını değiştirin.',
  },
  closed: {
    title: 'Satışı durdurma',
    next: 'Açık bir günü kapatın: `closed` ile, 0 sayısıyla değil.',
  },
  min_stay: {
    title: 'Girişe göre en az konaklama',
    next: '`minStay` gönderin: o gün giriş yapan konaklamalar en az bu kadar gecedir.',
  },
  min_stay_through: {
    title: 'Geceye göre en az konaklama',
    next: '`minStayThrough` gönderin: bu geceyi içeren konaklamalar en az bu kadar gecedir.',
  },
  max_stay: {
    title: 'En çok konaklama',
    next: '`maxStay` gönderin: o gün giriş yapan konaklamalar en çok bu kadar gecedir.',
  },
  closed_to_arrival: {
    title: 'Girişe kapalı',
    next: '`closedToArrival` gönderin: o gün kimse giriş yapmaz.',
  },
  closed_to_departure: {
    title: 'Çıkışa kapalı',
    next: '`closedToDeparture` gönderin: o gün kimse çıkış yapmaz.',
  },
  late_count: {
    title: 'Geç kalan sayı',
    next: 'Akışın imlecini saklayın, bir konuğa rezervasyon yaptırın, sonra o gecenin önceki sayısını imleçle birlikte (`seenThrough`) gönderin: arada satılanlar düşülür ve rapor bunu söyler (`corrected`, `sold_meanwhile`).',
  },
  hold_confirmed: {
    title: 'Onaylanan opsiyon',
    next: 'Bir opsiyon açın, sürdüğü bir imleçle ve kastettiğiniz `holds` ile gecenin sayısını gönderin, onaylayın, sonra daha yeni bir imleçle sayıyı yeniden gönderin. İki sayı da aynı toplam odayı anlatmalıdır.',
  },
  hold_expired: {
    title: 'Süresi dolan opsiyon',
    next: 'Aynısını süresi dolan bir opsiyonla yapın (`POST /v1/partner/sandbox/bookings/{code}/expire`): sonraki sayınız odalarını yeniden satışa sunar.',
  },
  hold_released: {
    title: 'Vazgeçilen opsiyon',
    next: 'Aynısını konuğun iptal ettiği bir opsiyonla yapın.',
  },
  back_off: {
    title: '429 sonrası bekleme',
    next: 'Bir çağrının 429 ile reddedilmesini sağlayın, `Retry-After` saniyeleri geçene kadar bu anahtarla hiçbir şey sormayın, sonra yeniden sorup yanıt alın.',
  },
  booking_new: {
    title: 'Yeni rezervasyon',
    next: 'Bir konuğa rezervasyon yaptırın; rezervasyonu akıştan, çekerek veya webhook ile alın; sonra revizyonunu teyit edin.',
  },
  booking_changed: {
    title: 'Değişen rezervasyon',
    next: 'Konuğa bir rezervasyonu değiştirtin; yeni revizyonu alın, sonra teyit edin.',
  },
  booking_cancelled: {
    title: 'İptal edilen rezervasyon',
    next: 'Konuğa bir rezervasyonu iptal ettirin; yeni revizyonu alın, sonra teyit edin.',
  },
  forged_delivery: {
    title: 'Sahte gönderim',
    next: 'Bu anahtarın bir webhook’u varken bir gönderimi sahte imzalattırın: imzası yanlış olduğu için 4xx (401) ile, birkaç saniye sonra gelen gerçeğini 2xx ile yanıtlayın.',
  },
  reconciliation: {
    title: 'Mutabakat',
    next: 'Geri kalan her şey tamamlanınca, her oda tipinin bugünden başlayarak bir yıllık günlerini ve ilkinden önceki bir `updatedSince` ile tüm rezervasyonları son sayfaya kadar çekin; kendinizdekilerle karşılaştırın.',
  },
}

type Names = `channel.cert.${Scenario}` | `channel.cert.${Scenario}.next`
type Both = readonly [en: string, tr: string]

/** Each scenario in the words of the API, and in Turkish. */
const scenarios = Object.fromEntries(
  (Object.keys(turkish) as Scenario[]).flatMap((name): [string, Both][] => [
    [`channel.cert.${name}`, [SCENARIO_WORDS[name].title, turkish[name].title]],
    [`channel.cert.${name}.next`, [SCENARIO_WORDS[name].next, turkish[name].next]],
  ]),
) as Record<Names, Both>

export const certification = { ...page, ...scenarios }
