import { ACTIVITY_KINDS } from '@laurel/domain/activity-kinds'
import { createFileRoute } from '@tanstack/react-router'
import { dayParam, id, oneOf, searchParams, text } from '../../../app/search-params.ts'
import { ActivityScreen, type ActivitySearch } from '../../../features/company/ActivityScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/activity')({
  staticData: { title: /*i18n*/ 'Activity', texts: ['parts', 'company', 'activity'] },
  validateSearch: searchParams<ActivitySearch>({
    kind: oneOf(...ACTIVITY_KINDS),
    person: (given, others) => (given === 'site' ? given : id(given, others)),
    from: dayParam,
    until: dayParam,
    before: text(60),
  }),
  component: ActivityRoute,
})

function ActivityRoute() {
  return <ActivityScreen search={Route.useSearch()} />
}
