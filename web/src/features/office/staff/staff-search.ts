export type StaffSearch = { view?: 'programs' }

/** People come first: they need no word in the address. */
export function readStaffSearch({ view }: Record<string, unknown>): StaffSearch {
  return view === 'programs' ? { view } : {}
}
