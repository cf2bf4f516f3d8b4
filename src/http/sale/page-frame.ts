import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Photo } from '../../domain/photos/photo.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import { type PageContent, type PageQuotes, showRoomOffer } from './search-shape.ts'

/**
 * The JSON text of a page in pieces, between which the quotes of a stay are put: a stay then writes its own quotes only,
 * which takes a third of the time of the whole page.
 */
export type PageFrame = {
  /** All before the prices of several parties. */
  content: string
  rooms: readonly RoomFrame[]
}

/** A room type: all before its quotes, and all after. */
type RoomFrame = { before: string; after: string }

/** Makes the frame of a page. @param photos of the hotel and its room types, in display order */
export function frameOf(
  content: PageContent,
  rooms: readonly RoomType[],
  photos: readonly Photo[],
): PageFrame {
  return {
    content: `{${membersOf(content)}`,
    rooms: rooms.map((room) => {
      const own = photos.filter(({ roomCode }) => roomCode === room.roomCode).map(showPublicPhoto)
      const before = `{${membersOf(showRoomOffer(room))}`
      return { before, after: `,"photos":${JSON.stringify(own)}}` }
    }),
  }
}

/** Returns the text of a page, with the quotes of a stay if it has one. */
export function fillFrame({ content, rooms }: PageFrame, quotes?: PageQuotes): string {
  let text = content
  if (quotes?.prices) text += `,${membersOf(quotes.prices)}`
  text += ',"rooms":['
  for (const [index, { before, after }] of rooms.entries()) {
    if (index > 0) text += ','
    text += before
    if (quotes) text += `,${membersOf(quotes.quoted[index]!)}`
    text += after
  }
  return `${text}]}`
}

/** Returns an object as JSON without its braces; it is not empty. */
const membersOf = (shown: object) => JSON.stringify(shown).slice(1, -1)
