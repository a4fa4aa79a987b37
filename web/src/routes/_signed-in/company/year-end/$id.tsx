import { createFileRoute } from '@tanstack/react-router'
import { searchParams, text, yearParam } from '../../../../app/search-params.ts'
import {
  type PersonSearch,
  YearEndPersonScreen,
} from '../../../../features/company/year-end/YearEndPersonScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/year-end/$id')({
  staticData: { title: /*i18n*/ 'Year end', texts: ['parts', 'company', 'programs', 'reports', 'year-end'] },
  validateSearch: searchParams<PersonSearch>({ year: yearParam, after: text(40) }),
  component: PersonRoute,
})

function PersonRoute() {
  return <YearEndPersonScreen id={Number(Route.useParams().id)} search={Route.useSearch()} />
}
