import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { isByHand, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../app/call.ts'
import { type CompanyBalance, companyQueries, refreshBalance } from '../../app/company.queries.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { goToHostedPage } from '../../parts/ask-bank.ts'
import { Button } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { LowBalanceDialog } from './LowBalanceDialog.tsx'

/** What the company has paid in and not spent, and what is on its way. */
export function BalanceSection() {
  const i18n = useTexts()
  const { balanceCents, underWay } = useSuspenseQuery(companyQueries.balance()).data
  return (
    <section aria-labelledby="balance">
      <h2 id="balance" className="font-medium text-label text-muted">
        {i18n.t('Company balance')}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-8 gap-y-2">
        <b className="font-semibold text-section tabular-nums">{formatCents(balanceCents)}</b>
        <span className="text-muted text-small">{i18n.t('Use it to pay for orders immediately.')}</span>
      </p>
      <LowBalance />
      {balanceCents < 0 && (
        <Note tone="warn" className="mt-4">
          {i18n.t(
            'A top-up was returned after it was spent. Top up the balance before you pay from it again.',
          )}
        </Note>
      )}
      {underWay.length > 0 && (
        <>
          <h3 className="mt-8 text-h3">{i18n.t('On its way')}</h3>
          <ul className="mt-1">
            {underWay.map((topUp) => (
              <UnderWay key={topUp.id} topUp={topUp} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Below which amount people hear of the balance. */
function LowBalance() {
  const i18n = useTexts()
  const { lowBalanceCents } = useSuspenseQuery(companyQueries.balance()).data
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const [isEditing, setEditing] = useState(false)
  const isAdmin = mayInCompany(company, 'rules.manage')
  if (lowBalanceCents === null && !isAdmin) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 text-small">
      {lowBalanceCents === null
        ? i18n.t('No low-balance alert.')
        : i18n.t('Low-balance alert at {amount}.', { amount: formatCents(lowBalanceCents) })}
      {isAdmin && (
        <Button look="link" size="compact" onClick={() => setEditing(true)}>
          {lowBalanceCents === null ? i18n.t('Set an alert') : i18n.t('Change alert')}
        </Button>
      )}
      {isEditing && <LowBalanceDialog cents={lowBalanceCents} onClose={() => setEditing(false)} />}
    </p>
  )
}

type TopUp = CompanyBalance['underWay'][number]

function UnderWay({ topUp }: { topUp: TopUp }) {
  const i18n = useTexts()
  const { payment, addedCents, amountCents } = topUp
  const { methodCode, remittance, message } = payment
  const isPromised = isByHand(methodCode) && payment.state === 'submitted'
  const asking = useAskAboutTopUp()
  const canceling = useCancelTopUp()
  const hostedPage = payment.hostedPage
  return (
    <li className="border-line border-b py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <b className="font-semibold">
            {formatCents(amountCents - addedCents)} {i18n.t(WAYS_TO_PAY[methodCode].by)}
          </b>
          <p className="text-muted text-small">
            {topUp.startedBy}, {day(topUp.createdAt)}. {message || stateWords(topUp)}
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {hostedPage && (
            <Button size="compact" onClick={() => goToHostedPage(hostedPage, topUp.id)}>
              {i18n.t('Continue to payment')}
            </Button>
          )}
          {!isByHand(methodCode) && (
            <Button size="compact" isPending={asking.isPending} onClick={() => asking.mutate(topUp.id)}>
              {i18n.t('Check status')}
            </Button>
          )}
          {isPromised && addedCents === 0 && (
            <Button
              look="plain"
              size="compact"
              isPending={canceling.isPending}
              aria-label={i18n.t('Cancel the top-up of {amount}', { amount: formatCents(amountCents) })}
              onClick={() => canceling.mutate(topUp.id)}
            >
              {i18n.t('Cancel')}
            </Button>
          )}
        </span>
      </div>
      {remittance && (
        <div className="mt-4 grid gap-3 rounded-panel bg-canvas p-5 text-small">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-1.5 narrow:grid-cols-1 narrow:gap-y-0">
            {remittance.lines.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-muted narrow:mt-2">{label}</dt>
                <dd className="break-words font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="text-muted">{remittance.note}</p>
        </div>
      )}
    </li>
  )
}

function stateWords({ payment }: TopUp): string {
  const i18n = pageTexts()

  if (payment.state === 'started') return i18n.t('The payment isn’t finished.')
  if (isByHand(payment.methodCode))
    return i18n.t('We haven’t received your {noun} yet.', {
      noun: i18n.t(WAYS_TO_PAY[payment.methodCode].noun),
    })
  return payment.methodCode === 'elavon_ach'
    ? i18n.t('The bank debit is clearing. That takes about 4 business days.')
    : i18n.t('We’re confirming the payment.')
}

function useCancelTopUp() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.cancelTopUp, { params: { id } }),
    onSuccess: () => refreshBalance(queryClient),
    onError: (problem) => showFailure(i18n.t('The top-up wasn’t canceled'), problem),
  })
}

function useAskAboutTopUp() {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.verifyTopUp, { params: { id } }),
    onSuccess: async ({ amountCents, addedCents, payment }) => {
      await refreshBalance(queryClient)
      if (addedCents > 0)
        showToast({ title: i18n.t('{amount} added to the balance', { amount: formatCents(addedCents) }) })
      else if (payment.state === 'failed' || payment.state === 'expired') {
        showToast({
          tone: 'bad',
          title: i18n.t('{amount} wasn’t paid', { amount: formatCents(amountCents) }),
          text: translated(i18n, payment.message),
        })
      }
    },
    onError: (problem) => showFailure(i18n.t('We couldn’t check the payment'), problem),
  })
}

/** Asks about the top-up that the customer comes back from, once. */
export function useReturnedTopUp(id: number | undefined, onAsked: () => void): void {
  const { mutate } = useAskAboutTopUp()
  const asked = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined || asked.current === id) return
    asked.current = id
    mutate(id, { onSettled: onAsked })
  })
}
