import { id, page, searchParams } from '../../app/search-params.ts'
export type RecipientsSearch = { list?: number; page?: number }

/** `?list=3&page=2`: whose people are shown, and from where on. */
export const readRecipientsSearch = searchParams<RecipientsSearch>({ list: id, page })
