import { oneOf, searchParams } from '../../../app/search-params.ts'
export type StaffSearch = { view?: 'programs' }

/** People come first: they need no word in the address. */
export const readStaffSearch = searchParams<StaffSearch>({ view: oneOf('programs') })
