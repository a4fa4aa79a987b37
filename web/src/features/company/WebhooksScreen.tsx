import { KEY_MODES } from '@laurel/domain/company-api-keys'
import { MAX_COMPANY_ENDPOINTS } from '@laurel/domain/company-events'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { ago } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { type CompanyEndpoint, endpointState, hostOf } from '../../parts/webhooks/webhook-words.ts'
import { TestTag } from './ModeChoice.tsx'
import { EndpointDialog, EndpointSecret, type ShownSecret } from './WebhookDialogs.tsx'

/** For those who may manage them; tells others whom to ask. */
export function IfManagesWebhooks({ children }: { children: ReactNode }) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (mayInCompany(company, 'api_keys.manage')) return children
  return (
    <EmptyState title={i18n.t('Your role doesn’t allow this')}>
      {i18n.t('Ask an admin of {name} to add a webhook for you.', { name: company.name })}
    </EmptyState>
  )
}

/** Where the company's events are sent. */
export function WebhooksScreen() {
  return (
    <IfManagesWebhooks>
      <Webhooks />
    </IfManagesWebhooks>
  )
}

function Webhooks() {
  const i18n = useTexts()
  const { data: endpoints } = useSuspenseQuery(companyQueries.webhooks())
  const [open, setOpen] = useState<'added' | ShownSecret>()
  const close = () => setOpen(undefined)
  const isFull = KEY_MODES.every(
    (mode) => endpoints.filter((one) => one.mode === mode).length >= MAX_COMPANY_ENDPOINTS,
  )
  const add = (
    <Button look={endpoints.length === 0 ? 'primary' : 'outlined'} onClick={() => setOpen('added')}>
      <Icon of={Plus} size={18} />
      {i18n.t('Add endpoint')}
    </Button>
  )
  return (
    <section aria-labelledby="webhooks">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="webhooks" className="text-h3">
            {i18n.t('Webhooks')}
          </h2>
          <p className="mt-1 max-w-[62ch] text-muted">
            {i18n.t(
              'We send your company’s events to your systems as they happen, such as an approved order or a bounced card. Every message is signed.',
            )}{' '}
            <a href="/api/docs">{i18n.t('API reference')}</a>
          </p>
        </div>
        {endpoints.length > 0 && !isFull && add}
      </div>
      {endpoints.length === 0 ? (
        <EmptyState title={i18n.t('No endpoints yet')} action={add}>
          {i18n.t('Add a URL of your HR system or your own code to follow orders and cards.')}
        </EmptyState>
      ) : (
        <ul className="mt-5 border-line border-t">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {isFull && (
        <p className="mt-4 text-muted text-small">
          {i18n.t('A company has up to {max} endpoints in each mode. Remove one to add another.', {
            max: MAX_COMPANY_ENDPOINTS,
          })}
        </p>
      )}
      {open === 'added' && <EndpointDialog endpoint={undefined} onCreated={setOpen} onClose={close} />}
      {open !== undefined && open !== 'added' && <EndpointSecret {...open} onClose={close} />}
    </section>
  )
}

function EndpointRow({ endpoint }: { endpoint: CompanyEndpoint }) {
  const i18n = useTexts()
  const { id, mode, url, description, eventTypes, deliveredAt, waitingCount, failedCount } = endpoint
  const state = endpointState(endpoint)
  return (
    <li className="grid gap-1 border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Link
          to="/company/webhooks/$id"
          params={{ id: String(id) }}
          className="link wrap-anywhere inline-flex min-h-9 items-center font-medium touch:min-h-11"
        >
          {description || hostOf(url)}
        </Link>
        <TestTag mode={mode} />
        <Tag tone={state.tone}>{i18n.t(state.word)}</Tag>
      </p>
      <p className="wrap-anywhere text-small">{url}</p>
      <p className="text-muted text-small">
        {[
          i18n.t('{types, plural, one {# event type} other {# event types}}', { types: eventTypes.length }),
          deliveredAt === null
            ? i18n.t('No deliveries yet')
            : i18n.t('Last delivery {ago}', { ago: ago(deliveredAt) }),
          ...(waitingCount > 0 ? [i18n.t('{count, number} waiting', { count: waitingCount })] : []),
          ...(failedCount > 0 ? [i18n.t('{count, number} failed', { count: failedCount })] : []),
        ].join(' · ')}
      </p>
    </li>
  )
}
