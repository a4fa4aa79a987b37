import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import { loadAccountCalls } from '../../app/load-account-calls.ts'

/** The signed-in account, as the accounts service knows it. */
export const securityQueries = {
  mine: () =>
    queryOptions({
      queryKey: ['security'],
      queryFn: async () => (await loadAccountCalls()).readSecurity(),
    }),
}

export const notificationQueries = {
  mine: () =>
    queryOptions({ queryKey: ['notification-settings'], queryFn: () => call(api.getNotificationSettings) }),
}
