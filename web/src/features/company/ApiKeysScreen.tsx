import { api } from '@laurel/contract/routes'
import { COMPANY_KEY_SCOPE_WORDS, COMPANY_KEY_SCOPES } from '@laurel/domain/company-api-keys'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Ban, Ellipsis, Pencil, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { ago, day, moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { type ApiKey, KeyDialog, KeySecret, RotateDialog, type ShownSecret } from './ApiKeyDialogs.tsx'
import { TestTag } from './ModeChoice.tsx'

/** Keys with which the company's programs order. */
export function ApiKeysScreen() {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'api_keys.manage')) {
    return (
      <EmptyState title={i18n.t('Your role doesn’t allow this')}>
        {i18n.t('Ask an admin of {name} to create an API key for you.', { name: company.name })}
      </EmptyState>
    )
  }
  return <Keys />
}

/** What is open above the list; `created` is a new key. */
type Open = { edited?: ApiKey | 'created'; rotated?: ApiKey; shown?: ShownSecret }

function Keys() {
  const i18n = useTexts()
  const { data: keys } = useSuspenseQuery(companyQueries.apiKeys())
  const [open, setOpen] = useState<Open>({})
  const close = () => setOpen({})
  const show = (shown: ShownSecret) => setOpen({ shown })
  const create = (
    <Button look={keys.length === 0 ? 'primary' : 'outlined'} onClick={() => setOpen({ edited: 'created' })}>
      <Icon of={Plus} size={18} />
      {i18n.t('Create key')}
    </Button>
  )
  return (
    <section aria-labelledby="api-keys">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="api-keys" className="text-h3">
            {i18n.t('API keys')}
          </h2>
          <p className="mt-1 max-w-[62ch] text-muted">
            {i18n.t(
              'Your programs place orders with a key. Its orders follow your budgets and approval rules. People who have seen a key can’t approve its orders.',
            )}{' '}
            <a href="/api/docs">{i18n.t('API reference')}</a>
          </p>
        </div>
        {keys.length > 0 && create}
      </div>
      {keys.length === 0 ? (
        <EmptyState title={i18n.t('No API keys yet')} action={create}>
          {i18n.t('Create one to order from your HR system or your own code.')}
        </EmptyState>
      ) : (
        <ul className="mt-5 border-line border-t">
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              onEdit={() => setOpen({ edited: key })}
              onRotate={() => setOpen({ rotated: key })}
            />
          ))}
        </ul>
      )}
      {open.edited && (
        <KeyDialog
          apiKey={open.edited === 'created' ? undefined : open.edited}
          onCreated={show}
          onClose={close}
        />
      )}
      {open.rotated && <RotateDialog apiKey={open.rotated} onRotated={show} onClose={close} />}
      {open.shown && <KeySecret {...open.shown} onClose={close} />}
    </section>
  )
}

type KeyRowProps = { apiKey: ApiKey; onEdit: () => void; onRotate: () => void }

function KeyRow({ apiKey, onEdit, onRotate }: KeyRowProps) {
  const i18n = useTexts()
  const { id, name, mode, scopes, state, secretEnd, ipRanges, createdBy, createdAt } = apiKey
  const site = useSite()
  const queryClient = useQueryClient()
  const revoke = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Revoke {name}?', { name }),
      text: [
        i18n.t('Programs that use it stop working right away.'),
        ...(mode === 'live' ? [i18n.t('Its orders pass to you.')] : []),
      ].join(' '),
      confirm: i18n.t('Revoke key'),
      cancel: i18n.t('Keep key'),
      danger: true,
      onConfirm: async () => {
        await call(api.revokeCompanyKey, { params: { id } })
        await queryClient.invalidateQueries(companyQueries.apiKeys())
        showToast({ title: i18n.t('{name} revoked', { name }) })
      },
    })
  const allows = COMPANY_KEY_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) =>
    i18n.t(COMPANY_KEY_SCOPE_WORDS[scope].label),
  )
  return (
    <li className="flex items-start gap-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="wrap-anywhere font-medium">{name}</span>
          <code className="text-muted text-small">…{secretEnd}</code>
          <TestTag mode={mode} />
          {state === 'expired' && <Tag tone="warn">{i18n.t('Expired')}</Tag>}
          {state === 'revoked' && <Tag>{i18n.t('Revoked')}</Tag>}
          {state === 'disabled' && (
            <Tag tone="bad">{i18n.t('Disabled by {name}', { name: site.shortName })}</Tag>
          )}
        </p>
        <p className="text-small">{allows.join(', ')}</p>
        <p className="wrap-anywhere text-muted text-small">
          {[
            usedWords(apiKey),
            i18n.t('Created {date} by {name}', { date: day(createdAt), name: createdBy }),
            ...endWords(apiKey),
            ...(ipRanges.length > 0
              ? [i18n.t('Only from {addresses}', { addresses: ipRanges.join(', ') })]
              : []),
          ].join(' · ')}
        </p>
      </div>
      {state !== 'revoked' && (
        <Menu
          label={i18n.t('Actions for {name}', { name })}
          button={<Icon of={Ellipsis} size={18} />}
          buttonClassName={buttonClass('plain', 'round')}
          entries={[
            { id: 'edit', label: i18n.t('Edit key'), icon: Pencil, onPress: onEdit },
            { id: 'rotate', label: i18n.t('Rotate key'), icon: RotateCw, onPress: onRotate },
            { id: 'revoke', label: i18n.t('Revoke key'), icon: Ban, isBad: true, onPress: revoke },
          ]}
        />
      )}
    </li>
  )
}

function usedWords({ lastUsedAt }: ApiKey): string {
  const i18n = pageTexts()

  return lastUsedAt === null ? i18n.t('Never used') : i18n.t('Used {ago}', { ago: ago(lastUsedAt) })
}

function endWords({ state, expiresAt, revokedAt, oldSecretUntil }: ApiKey): string[] {
  const i18n = pageTexts()

  if (revokedAt !== null) return [i18n.t('Revoked {date}', { date: day(revokedAt) })]
  return [
    ...(expiresAt === null
      ? []
      : [
          state === 'expired'
            ? i18n.t('Expired {date}', { date: day(expiresAt) })
            : i18n.t('Expires {date}', { date: day(expiresAt) }),
        ]),
    ...(oldSecretUntil === null
      ? []
      : [i18n.t('Previous key works until {date}', { date: moment(oldSecretUntil) })]),
  ]
}
