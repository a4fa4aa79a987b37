import '@laurel/domain/company-sentences'
import { formatCents } from '@laurel/domain/money'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../../app/approval.queries.ts'
import { translated, useTexts } from '../../../app/texts.ts'
import { approvalState, rulesWords } from '../../../parts/approval-words.ts'
import { BackLink } from '../../../parts/Button.tsx'
import { CardItemCanvas } from '../../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../../parts/delivery-text.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Initials } from '../../../parts/Initials.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { BudgetMeter, Part } from '../BudgetMeter.tsx'
import { askedWhen, firstName, itemWords, useCompanyZone } from './approval-words.ts'
import { Decide } from './Decide.tsx'
import { OwnRequest } from './OwnRequest.tsx'
import { RequestPeople } from './RequestPeople.tsx'
import { RequestSteps } from './RequestSteps.tsx'

type RequestPageProps = {
  request: ApprovalDetail
  /** `, 1 of 2` */
  place: string
  waysToPay: (order: Order) => ReactNode
}

/** A request for approval: what is asked, what is unusual about it, and the decision. */
export function RequestPage({ request, place, waysToPay }: RequestPageProps) {
  const i18n = useTexts()
  const { unusual, budgets, note, canDecide, isOwn } = request
  return (
    <>
      <BackLink to="/company/approvals" search={{}} className="-mt-4 mb-2 min-[1181px]:hidden!">
        {i18n.t('Approvals')}
        {place}
      </BackLink>
      <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-10 mid:grid-cols-[minmax(0,1fr)]">
        <article aria-labelledby="request" className="min-w-0">
          <WhatIsAsked request={request} />
          {note && (
            <blockquote className="wrap-anywhere mt-5 whitespace-pre-line border-line-mid border-s-[3px] py-0.5 ps-4">
              “{note}”
            </blockquote>
          )}
          {request.order === null && (
            <Note className="mt-5">
              {isOwn
                ? i18n.t('This order is back in your cart.')
                : i18n.t('This order is back in {name}’s cart.', { name: firstName(request.askedBy.name) })}
            </Note>
          )}
          {unusual.length > 0 && <WhatIsUnusual unusual={unusual} />}
          <Messages order={request.order} />
          {budgets.length > 0 && <Budgets request={request} />}
          <RequestPeople id={request.id} />
        </article>
        <aside
          aria-label={i18n.t('Decision')}
          className="grid gap-5 self-start min-[1081px]:sticky min-[1081px]:top-6"
        >
          <section aria-labelledby="why">
            <h3 id="why" className="mb-3 text-h3">
              {canDecide ? i18n.t('Why you') : i18n.t('Who approves')}
            </h3>
            <RequestSteps request={request} />
          </section>
          {canDecide && <Decide key={request.id} request={request} />}
          {isOwn && <OwnRequest request={request} waysToPay={waysToPay} />}
        </aside>
      </div>
    </>
  )
}

function WhatIsAsked({ request }: { request: ApprovalDetail }) {
  const i18n = useTexts()
  const timeZone = useCompanyZone()
  const { order, name, askedBy, askedAt, amountCents, canDecide, isOwn, steps } = request
  const items = order?.cardItems.filter(({ state }) => state === 'in_cart') ?? []
  const [first] = items
  const reasons = steps.find(({ state }) => state === 'open')?.rules ?? []
  const state = approvalState(request)
  return (
    <div className="grid grid-cols-[220px_minmax(0,1fr)] items-center gap-6 narrow:grid-cols-[minmax(0,1fr)] narrow:gap-4">
      {first && <CardItemCanvas item={first} className="narrow:max-w-[340px]" />}
      <div className={first ? '' : 'col-span-full'}>
        <h2 id="request" className="wrap-anywhere text-h1">
          {name}
        </h2>
        <p className="mt-2 flex items-center gap-2.5">
          <span aria-hidden="true">
            <Initials name={askedBy.name} />
          </span>
          <span>
            <b className="font-semibold">{isOwn ? i18n.t('You') : askedBy.name}</b>{' '}
            <span className="text-muted">
              {i18n.t('asked {when}', { when: askedWhen(askedAt, timeZone) })}
            </span>
          </span>
        </p>
        <p className="mt-3 text-figure">{formatCents(amountCents)}</p>
        {items.map((item) => (
          <p key={item.id} className="text-muted text-small">
            {order && itemWords(item, order, timeZone)}
          </p>
        ))}
        {order?.fields.map(({ id, name: field, value }) => (
          <p key={id} className="wrap-anywhere text-muted text-small">
            {field}: {value}
          </p>
        ))}
        {canDecide ? (
          <p className="mt-2 hidden text-small narrow:block">
            <b className="font-semibold">{i18n.t('Why you.')}</b> {rulesWords(reasons)}.
          </p>
        ) : (
          <p className="mt-2.5">
            <Tag tone={state.tone}>{state.word}</Tag>
          </p>
        )}
      </div>
    </div>
  )
}

const HEADING = 'mt-8 mb-2.5 text-h3'

/** What goes out in the company's name. */
function Messages({ order }: Pick<ApprovalDetail, 'order'>) {
  const i18n = useTexts()
  const items = order?.cardItems.filter(({ state, message }) => state === 'in_cart' && message !== '') ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="messages">
      <h3 id="messages" className={HEADING}>
        {items.length === 1 ? i18n.t('Message to recipients') : i18n.t('Messages to recipients')}
      </h3>
      <ul className="grid gap-3">
        {items.map(({ id, message, senderName }) => (
          <li key={id}>
            <blockquote className="wrap-anywhere max-w-[60ch] whitespace-pre-line border-line border-s-2 ps-3">
              {message}
              {senderName && <footer className="mt-1 text-muted text-small">{senderName}</footer>}
            </blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WhatIsUnusual({ unusual }: Pick<ApprovalDetail, 'unusual'>) {
  const i18n = useTexts()

  return (
    <section aria-labelledby="unusual">
      <h3 id="unusual" className={HEADING}>
        {i18n.t('What’s unusual')}
      </h3>
      <ul className="divide-y divide-warn-line/25 rounded-panel bg-warn-tint px-[18px] py-1.5">
        {unusual.map(({ kind, title, detail }) => (
          <li
            key={`${kind} ${title}`}
            className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 py-3 narrow:grid-cols-[20px_minmax(0,1fr)]"
          >
            <Icon of={TriangleAlert} className="self-start text-warn" />
            <div className="min-w-0 break-words">
              <p className="font-semibold">{translated(i18n, title)}</p>
              <p className="text-small">{translated(i18n, detail)}</p>
            </div>
            {kind === 'already_received' && (
              <a
                href="#people"
                className="text-label text-ink underline underline-offset-3 touch:inline-flex touch:min-h-11 touch:items-center narrow:col-start-2 narrow:justify-self-start"
              >
                {i18n.t('See them')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Budgets({ request: { budgets, amountCents } }: { request: ApprovalDetail }) {
  const i18n = useTexts()

  return (
    <section aria-labelledby="budget">
      <h3 id="budget" className={HEADING}>
        {budgets.length === 1 ? i18n.t('Budget') : i18n.t('Budgets')}
      </h3>
      <ul className="divide-y divide-line">
        {budgets.map(({ name, amountCents: wholeCents, takenCents, leftCents }) => {
          const share = (cents: number) => Math.min(100, Math.max(0, (100 * cents) / Math.max(1, wholeCents)))
          const isOver = leftCents < 0
          const amount = formatCents(Math.abs(leftCents))
          const left = isOver ? i18n.t('{amount} over', { amount }) : i18n.t('{amount} left', { amount })
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_112px] items-center gap-x-6 gap-y-2 py-3.5 narrow:grid-cols-[minmax(0,1fr)_auto]"
            >
              <div className="min-w-0">
                <b className="wrap-anywhere block font-semibold">{name}</b>
                <span className="text-muted text-small">{formatCents(wholeCents)}</span>
              </div>
              <div className="narrow:col-span-full narrow:row-start-2">
                <BudgetMeter
                  label={i18n.t('{used} used, {amount} this order, {left}', {
                    used: formatCents(takenCents),
                    amount: formatCents(amountCents),
                    left,
                  })}
                  spent={share(takenCents)}
                  reserved={Math.min(100 - share(takenCents), share(amountCents))}
                  isLow={isOver}
                  start={<Part cents={takenCents}>{i18n.t('used')}</Part>}
                  end={<Part cents={amountCents}>{i18n.t('this order')}</Part>}
                />
              </div>
              <p className={`text-end font-semibold ${isOver ? 'text-warn' : ''}`}>
                {formatCents(Math.abs(leftCents))}
                <span className={`block font-normal text-small ${isOver ? '' : 'text-muted'}`}>
                  {isOver ? i18n.t('over budget') : i18n.t('left')}
                </span>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
