import { YEAR_END_FILTERS } from '@laurel/domain/year-end'
import { createFileRoute } from '@tanstack/react-router'
import { oneOf, searchParams, text, words, yearParam } from '../../../../app/search-params.ts'
import { YearEndScreen, type YearEndSearch } from '../../../../features/company/year-end/YearEndScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/year-end/')({
  staticData: { title: /*i18n*/ 'Year end', texts: ['parts', 'company', 'programs', 'reports', 'year-end'] },
  validateSearch: searchParams<YearEndSearch>({
    year: yearParam,
    filter: oneOf(...YEAR_END_FILTERS),
    order: oneOf('amount_asc'),
    search: words(),
    after: text(40),
  }),
  component: YearEndRoute,
})

function YearEndRoute() {
  return <YearEndScreen search={Route.useSearch()} />
}
