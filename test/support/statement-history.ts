import type { Command } from './statement-acts.ts'

type Of<Type extends Command['type']> = Partial<Extract<Command, { type: Type }>>

const book = (more: Of<'book'> = {}): Command => ({
  ...{ type: 'book', agency: 'DELTA', collect: 'agency', start: 0, nights: 2, rateCode: 'STD' },
  ...{ quantity: 0, ...more },
})
const close = (month: '2027-03' | '2027-04', more: Of<'close'> = {}): Command => ({
  ...{ type: 'close', agency: 'DELTA', currency: 'EUR', month, ...more },
})
const adjust = (pick: number, baseCents: number, commissionCents: number): Command => ({
  ...{ type: 'adjust', pick, baseCents, commissionCents },
})

/** A history that comes to each kind of act, which few chosen by chance do. */
export const EVERY_KIND: Command[] = [
  book({ quantity: 1 }),
  book({ collect: 'hotel' }),
  book({ start: 3, rateCode: 'FIRM' }),
  // Their check-outs stand on both sides of the border.
  book({ start: 1 }),
  book({ start: 1, nights: 3 }),
  book({ agency: 'ECHO', start: 2, nights: 1 }),
  { type: 'pay', pick: 0, cents: 5_000 },
  { type: 'cancel', pick: 2 },
  // It costs nothing, so its month closes without a line of it.
  { type: 'cancel', pick: 5 },
  close('2027-03'),
  { type: 'border', isBefore: false },
  book(),
  { type: 'no-show', pick: 6 },
  { type: 'border', isBefore: true },
  close('2027-03'),
  adjust(0, 100, 10),
  { type: 'border', isBefore: false },
  close('2027-03'),
  close('2027-03'),
  close('2027-03', { currency: 'USD' }),
  { type: 'pay', pick: 0, cents: 700 },
  adjust(0, -1_234, -123),
  adjust(0, 55, 5),
  adjust(1, 0, 77),
  { type: 'drop', pick: 1 },
  { type: 'currency' },
  book({ start: 1, nights: 1, quantity: 2 }),
  { type: 'wait', hours: 30 },
  { type: 'border', isBefore: true },
  { type: 'border', isBefore: false },
  { type: 'pay', pick: 5, cents: 300 },
  { type: 'border', isBefore: true },
  { type: 'border', isBefore: false },
  close('2027-04'),
  { type: 'drop', pick: 0 },
  { type: 'border', isBefore: false },
]
