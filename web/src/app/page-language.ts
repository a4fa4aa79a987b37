import { api } from '@laurel/contract/routes'
import type { Language } from '@laurel/domain/languages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { formError } from './api-problem.ts'
import { call } from './call.ts'
import { customerQueries } from './customer.queries.ts'
import { useSession } from './session.ts'
import { chooseLanguage, isTranslated, pageTexts, showLanguage, useVisitorLanguage } from './texts.ts'
import { showToast } from './toast-store.ts'

/** Shows the page in the visitor's language, or in English if it isn't translated. */
export function usePageLanguage(): void {
  const wanted = useVisitorLanguage()
  const shown = useIsTranslated() ? wanted : 'en'
  useLayoutEffect(() => showLanguage(shown), [shown])
  const queryClient = useQueryClient()
  const read = useRef(shown)
  useEffect(() => {
    if (read.current === shown) return
    read.current = shown
    // The server answers them in the page's language.
    void queryClient.invalidateQueries({ queryKey: ['company'] })
  }, [shown, queryClient])
}

export function useIsTranslated(): boolean {
  return isTranslated(useMatches())
}

/** Follows the account's language, which applies on every device. */
export function useAccountLanguage(isShop: boolean): void {
  const isSignedIn = useSession() === 'signed-in'
  const { data } = useQuery({ ...customerQueries.me(), enabled: isSignedIn && isShop })
  const wanted = useVisitorLanguage()
  const language = data?.language
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later choice on this page is newer than the account's
  useEffect(() => {
    if (language && language !== wanted) void chooseLanguage(language)
  }, [language])
}

/** Switches languages, for the account, too. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const isSignedIn = useSession() === 'signed-in'
  const queryClient = useQueryClient()
  return async (language) => {
    await chooseLanguage(language)
    if (!isSignedIn) return
    try {
      const saved = await call(api.patchCustomer, { body: { language } })
      queryClient.setQueryData(customerQueries.me().queryKey, saved)
    } catch (cause) {
      const i18n = pageTexts()
      const title = i18n.t('We couldn’t save the language to your account')
      showToast({ tone: 'bad', title, text: formError(cause) ?? '' })
    }
  }
}
