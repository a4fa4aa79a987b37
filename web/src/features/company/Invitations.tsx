import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { type CompanyRole, type Invitation, roleName, sentText } from './company-words.ts'

type InvitationsProps = { invitations: readonly Invitation[]; roles: readonly CompanyRole[] }

export function Invitations({ invitations, roles }: InvitationsProps) {
  const i18n = useTexts()

  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="text-h3">
        {i18n.t('Invitations')}
      </h2>
      <Table
        stacks
        aria-labelledby="invitations"
        className="mt-2"
        columns={[
          i18n.t('Email'),
          i18n.t('Role'),
          i18n.t('Sent'),
          { title: i18n.t('Actions'), isUnseen: true },
        ]}
      >
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            role={roleName(roles, invitation.role)}
          />
        ))}
      </Table>
    </section>
  )
}

function InvitationRow({ invitation, role }: { invitation: Invitation; role: string }) {
  const i18n = useTexts()
  const { id, email, link, expiresAt } = invitation
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(companyQueries.people())
  const key = useRef(freshKey())
  const again = useMutation({
    mutationFn: () => call(api.sendInvitationAgain, { params: { id }, idempotencyKey: key.current }),
    onSuccess: () => void showToast({ title: i18n.t('New invitation sent to {email}', { email }) }),
    onError: (cause) => showFailure(i18n.t('We couldn’t send the invitation'), cause),
    onSettled: () => {
      key.current = freshKey()
      return refresh()
    },
  })
  const sent = sentText(invitation)
  const copy = () => void copyLink(link)
  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Remove the invitation to {email}?', { email }),
      text: i18n.t('Its link stops working.'),
      confirm: i18n.t('Remove invitation'),
      cancel: i18n.t('Keep invitation'),
      danger: true,
      onConfirm: async () => {
        await call(api.removeInvitation, { params: { id } })
        await refresh()
      },
    })

  return (
    <tr>
      <Cell className="wrap-anywhere font-medium narrow:col-span-full">{email}</Cell>
      <Cell className="narrow:order-2 narrow:self-center narrow:text-muted">{role}</Cell>
      <Cell className="whitespace-nowrap text-muted narrow:order-1 narrow:col-span-full">
        {sent ?? <Tag tone="warn">{i18n.t('Expired {date}', { date: day(expiresAt) })}</Tag>}
      </Cell>
      <Cell className="narrow:order-3">
        <span className="flex items-center justify-end gap-2">
          {sent !== undefined && (
            <Button
              size="compact"
              aria-label={i18n.t('Copy link for {email}', { email })}
              className="mid:hidden"
              onClick={copy}
            >
              {i18n.t('Copy link')}
            </Button>
          )}
          <Button
            size="compact"
            aria-label={i18n.t('Send again to {email}', { email })}
            isPending={again.isPending}
            onClick={() => again.mutate()}
          >
            {i18n.t('Send again')}
          </Button>
          <Menu
            label={i18n.t('Actions for the invitation to {email}', { email })}
            button={<Icon of={Ellipsis} size={18} />}
            buttonClassName={buttonClass('plain', 'round')}
            entries={[
              ...(sent === undefined
                ? []
                : [{ id: 'copy', label: i18n.t('Copy link'), icon: Copy, onPress: copy }]),
              {
                id: 'remove',
                label: i18n.t('Remove invitation'),
                icon: Trash2,
                isBad: true,
                onPress: remove,
              },
            ]}
          />
        </span>
      </Cell>
    </tr>
  )
}

/** Without HTTPS there is no clipboard, and the link is shown instead. */
async function copyLink(link: string): Promise<void> {
  const i18n = pageTexts()

  try {
    await navigator.clipboard.writeText(link)
    showToast({ title: i18n.t('Link copied'), text: i18n.t('Only the invited address can use it.') })
  } catch (cause) {
    console.warn('We couldn’t copy the link', cause)
    showToast({ tone: 'bad', title: i18n.t('We couldn’t copy the link'), text: link })
  }
}
