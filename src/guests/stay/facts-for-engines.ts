import type { HotelPage } from '../../http/guests/page-shape.ts'
import { textIn } from './pieces.tsx'
import { hotelPath, type StayScene } from './scene.ts'

/** Returns the facts of a hotel for search engines (schema.org `Hotel` and `BreadcrumbList`). */
export function hotelFacts({ say, visit }: StayScene, page: HotelPage): object {
  const { name, address, city, lat, lng, phone, email, stars, rating, reviewCount, photos } = page
  const url = visit.publicUrl + hotelPath(page.slug)
  const rated = rating !== null && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount },
  }
  const cityName = say.called(city, city.name)
  const steps = [
    { name: say.word('stay.name'), item: `${visit.publicUrl}/stay` },
    { name: cityName, item: `${visit.publicUrl}/stay?q=${encodeURIComponent(cityName)}` },
    { name, item: url },
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Hotel',
        ...{ name, url, checkinTime: page.checkinTime, checkoutTime: page.checkoutTime },
        description: textIn(say, page.translations, 'description')?.text,
        address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: cityName },
        geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
        ...(phone && { telephone: phone }),
        ...(email && { email }),
        ...(stars && { starRating: { '@type': 'Rating', ratingValue: stars } }),
        ...rated,
        image: photos.slice(0, 5).map(({ url: path }) => visit.publicUrl + path),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: steps.map((step, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          ...step,
        })),
      },
    ],
  }
}
