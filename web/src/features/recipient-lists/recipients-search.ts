import { id, page, searchParams } from '../../app/search-params.ts'
export type RecipientsSearch = { list?: number; page?: number }

/** `?list=3&page=2` */
export const readRecipientsSearch = searchParams<RecipientsSearch>({ list: id, page })
