import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import type { LinkedService, Security } from '../../app/security-calls.ts'
import type { SocialProvider } from '../../app/session-accounts.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { ServiceLogo } from '../../parts/ServiceLogo.tsx'
import { securityQueries } from './security.queries.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/** The services that sign in to this account. */
export function LinkedServices({ security: { services, hasPassword } }: { security: Security }) {
  const i18n = useTexts()
  const { socialProviders, userPoolEndpoint } = useSite().accounts
  const content = useFocusAfterRemoval(services.length)
  if (services.length === 0) {
    const names = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(socialProviders)
    return (
      <div ref={content}>
        <p className="text-muted">
          {i18n.t('No services linked yet. To link one, sign in with {names} next time.', { names })}
        </p>
      </div>
    )
  }
  const isOnlyWay = services.length === 1 && !hasPassword
  return (
    <div ref={content}>
      <ul>
        {services.map((service) => (
          <Row
            key={service.name}
            service={service}
            isOnlyWay={isOnlyWay}
            canUnlink={!isOnlyWay && userPoolEndpoint !== undefined}
          />
        ))}
      </ul>
    </div>
  )
}

type RowProps = { service: LinkedService; isOnlyWay: boolean; canUnlink: boolean }

function Row({ service: { name, known, linkedAt }, isOnlyWay, canUnlink }: RowProps) {
  const i18n = useTexts()

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-3">
          {known && <ServiceLogo of={known} />}
          <b className="break-words font-semibold">{name}</b>
        </p>
        {linkedAt !== undefined && (
          <p className="text-muted">{i18n.t('Linked {date}', { date: day(linkedAt) })}</p>
        )}
        {isOnlyWay && (
          <p className="pt-1">{i18n.t('This is your only way to sign in. Set a password to add another.')}</p>
        )}
      </div>
      {known && canUnlink && <Unlink service={known} />}
    </li>
  )
}

function Unlink({ service }: { service: SocialProvider }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const showWithout = () => queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey })

  function ask() {
    let isUnlinked = false
    openModal(
      'confirm-dialog',
      {
        title: i18n.t('Unlink {service}?', { service }),
        text: i18n.t('You can still sign in another way. To link {service} again, sign in with it.', {
          service,
        }),
        confirm: i18n.t('Unlink {service}', { service }),
        cancel: i18n.t('Keep service'),
        danger: true,
        onConfirm: async () => {
          await call(api.unlinkService, { params: { service } })
          isUnlinked = true
        },
      },
      {
        onClose: () => {
          if (!isUnlinked) return
          void showWithout()
          showToast({ tone: 'plain', title: i18n.t('{service} was unlinked', { service }) })
        },
      },
    )
  }

  return (
    <Button aria-label={i18n.t('Unlink {service}', { service })} onClick={ask}>
      {i18n.t('Unlink')}
    </Button>
  )
}
