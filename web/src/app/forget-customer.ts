import { STORAGE_KEYS } from '@laurel/domain/timings'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { chooseMerged, companyQueries, resetCompanyData } from './company.queries.ts'
import { forgetCompany, listenToCompanyLeft } from './company-choice.ts'
import { closeCartPanel } from './modal-store.ts'
import { subscribeToSession } from './session.ts'
import { siteQuery } from './site.ts'
import { pageTexts } from './texts.ts'
import { showToast } from './toast-store.ts'

/** When a session ends, removes the customer's data from the page and runs the guards again. */
export function forgetCustomerOnSignOut(
  queryClient: QueryClient,
  router: Pick<AnyRouter, 'invalidate'>,
): void {
  subscribeToSession((state, before) => {
    if (state !== 'signed-out' || before !== 'signed-in') return
    closeCartPanel()
    for (const key of Object.values(STORAGE_KEYS)) globalThis.localStorage?.removeItem(key)
    forgetCompany()
    queryClient.removeQueries({ predicate: isOfCustomer })
    router.invalidate()
  })
}

/** When the customer was removed from the chosen company, the page continues with their first one, or the one it was merged into. */
export function followCompanyLeft(queryClient: QueryClient, router: Pick<AnyRouter, 'invalidate'>): void {
  listenToCompanyLeft(async ({ id, name }) => {
    const i18n = pageTexts()
    const merged = await chooseMerged(id)
    const title = merged
      ? i18n.t('{former} is now part of {company}', { company: merged.name, former: name })
      : i18n.t('You’re no longer in {name}.', { name })
    showToast({ tone: 'plain', title })
    void queryClient.resetQueries(companyQueries.mine())
    await resetCompanyData(queryClient)
    await router.invalidate()
  })
}

function isOfCustomer({ queryKey: [key] }: Query): boolean {
  return key !== siteQuery.queryKey[0] && key !== 'landing'
}
