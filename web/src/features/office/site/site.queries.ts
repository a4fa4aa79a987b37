import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH } from '../office.queries.ts'

export type OfficeSite = AnswerOf<'getOfficeSite'>
export type SitePaymentProvider = OfficeSite['paymentProviders'][number]
export type MailSender = NonNullable<OfficeSite['mailSender']>

export const siteSettingsQueries = {
  whole: () =>
    queryOptions({
      queryKey: ['office', 'site'],
      queryFn: () => call(api.getOfficeSite),
      ...FRESH,
    }),
}
