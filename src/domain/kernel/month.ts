declare const month: unique symbol
/** A calendar month, `YYYY-MM`; months compare as texts. */
export type Month = string & { readonly [month]: true }
