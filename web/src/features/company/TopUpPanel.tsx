import { api } from '@laurel/contract/routes'
import { MIN_TOP_UP_CENTS } from '@laurel/domain/company-balance'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { isByHand, type ProviderMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors, formError } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries, refreshBalance } from '../../app/company.queries.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { goToHostedPage } from '../../parts/ask-bank.ts'
import { Button } from '../../parts/Button.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { Note } from '../../parts/Note.tsx'
import { availableText, fastestFirst } from '../../parts/payment-methods.ts'
import { RadioChoice } from '../../parts/RadioChoice.tsx'

const PRESETS_CENTS = [1_000_00, 5_000_00, 10_000_00, 25_000_00]

/** Pays money into the company's balance. */
export function TopUpPanel() {
  const i18n = useTexts()
  const { balanceCents, maxTopUpCents } = useSuspenseQuery(companyQueries.balance()).data
  const { data: providers } = useSuspenseQuery(companyQueries.waysToTopUp())
  const presets = PRESETS_CENTS.filter((cents) => cents <= maxTopUpCents).slice(-3)
  const [cents, setCents] = useState<number | null>(presets[0] ?? null)
  const [chosen, setChosen] = useState<ProviderMethod>()
  const method = chosen ?? fastestFirst(providers)[0]?.methodCode
  const topUp = useTopUp()
  const isInRange = cents !== null && cents >= MIN_TOP_UP_CENTS && cents <= maxTopUpCents
  const error = isInRange ? fieldErrors(topUp.problem).amountCents : amountProblem(cents, maxTopUpCents)

  return (
    <section aria-labelledby="top-up" className="grid gap-5 rounded-panel border border-line p-6 narrow:p-5">
      <h2 id="top-up" className="text-h3">
        {i18n.t('Top up')}
      </h2>
      {method === undefined ? (
        <Note tone="warn">
          {i18n.t('Payments aren’t available right now. Try again later, or contact support.')}
        </Note>
      ) : (
        <>
          <div className="grid gap-3">
            <MoneyField label={i18n.t('Amount')} cents={cents} onChangeCents={setCents} error={error} />
            {presets.length > 1 && (
              <div className="grid grid-cols-3 gap-2">
                {presets.map((preset) => (
                  <Button
                    key={preset}
                    size="compact"
                    aria-pressed={preset === cents}
                    className={preset === cents ? 'shadow-chosen!' : ''}
                    onClick={() => setCents(preset)}
                  >
                    {formatDollars(preset)}
                  </Button>
                ))}
              </div>
            )}
          </div>
          <div className="grid gap-2">
            <p className="font-medium text-label">{i18n.t('Pay by')}</p>
            <RadioChoice
              label={i18n.t('Pay by')}
              value={method}
              onChange={setChosen}
              options={fastestFirst(providers).map(({ methodCode, title }) => ({
                value: methodCode,
                title: title || WAYS_TO_PAY[methodCode].title,
                detail: availableText(methodCode),
              }))}
            />
          </div>
          {topUp.problem !== null && <Note tone="bad">{formError(topUp.problem)}</Note>}
          <Button
            look="primary"
            size="big"
            isPending={topUp.isPending}
            isDisabled={!isInRange}
            onClick={() => isInRange && topUp.start({ amountCents: cents, methodCode: method })}
          >
            {isInRange ? i18n.t('Add {amount}', { amount: formatCents(cents) }) : i18n.t('Add money')}
          </Button>
          {isInRange && (
            <p className="text-muted text-small">
              {i18n.t('Balance after: {amount}. No fees, and it doesn’t expire.', {
                amount: formatCents(balanceCents + cents),
              })}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function amountProblem(cents: number | null, maxCents: number): string | undefined {
  const i18n = pageTexts()

  if (cents === null) return undefined
  return cents < MIN_TOP_UP_CENTS
    ? i18n.t('Enter at least {amount}.', { amount: formatDollars(MIN_TOP_UP_CENTS) })
    : i18n.t('Enter at most {amount}.', { amount: formatDollars(maxCents) })
}

type Intent = { amountCents: number; methodCode: ProviderMethod }

/** Each intent keeps its key, so that a double click or a retry pays once. */
function useTopUp() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const intent = useRef({ of: '', key: '' })
  const [isLeaving, setLeaving] = useState(false)
  function keyOf(asked: Intent): string {
    const of = JSON.stringify(asked)
    if (intent.current.of !== of) intent.current = { of, key: freshKey() }
    return intent.current.key
  }
  const starting = useMutation({
    mutationFn: (asked: Intent) => call(api.createTopUp, { body: asked, idempotencyKey: keyOf(asked) }),
    onSuccess: async (topUp, { methodCode }) => {
      // The next one is another.
      intent.current = { of: '', key: '' }
      if (topUp.payment.hostedPage) {
        setLeaving(true)
        return goToHostedPage(topUp.payment.hostedPage, topUp.id)
      }
      await refreshBalance(queryClient)
      const what = i18n.t(isByHand(methodCode) ? WAYS_TO_PAY[methodCode].noun : /*i18n*/ 'payment')
      showToast({
        title: i18n.t('Top-up started'),
        text: i18n.t('We’ll add the money when your {what} arrives.', { what }),
      })
    },
    onError: (problem) => console.error('Failed to start the top-up', problem),
  })
  return { start: starting.mutate, problem: starting.error, isPending: starting.isPending || isLeaving }
}
