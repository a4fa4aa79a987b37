import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useRef } from 'react'
import { formError } from '../app/api-problem.ts'
import { type Approval, refreshApprovals } from '../app/approval.queries.ts'
import { call, freshKey } from '../app/call.ts'
import { openCartPanel, openModal } from '../app/modal-store.ts'
import { paths } from '../app/paths.ts'
import { useTexts } from '../app/texts.ts'
import { showToast } from '../app/toast-store.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type EditRequestedProps = {
  request: Pick<Approval, 'id' | 'name' | 'state'>
  size?: 'normal' | 'compact'
}

/** Puts the cards of a request back in the cart. One that is open or approved is withdrawn, which is confirmed. */
export function EditRequested({ request, size = 'normal' }: EditRequestedProps) {
  const i18n = useTexts()
  const { id, name, state } = request
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const key = useRef(freshKey())
  const editing = useMutation({
    mutationFn: () => call(api.editRequestedOrder, { params: { id }, idempotencyKey: key.current }),
    onSuccess: async () => {
      await navigate({ to: paths.myRewards as string, search: {} as never })
      showToast({ title: i18n.t('{name} is back in your cart', { name }) })
      await refreshApprovals(queryClient)
      openCartPanel()
    },
    onError: () => {
      key.current = freshKey()
      void refreshApprovals(queryClient)
    },
  })
  const isWithdrawn = state === 'open' || state === 'approved'
  const label = isWithdrawn ? i18n.t('Withdraw and edit') : i18n.t('Edit and resubmit')
  const withdraw = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Withdraw {name}?', { name }),
      text:
        state === 'open'
          ? i18n.t('Its cards go back to your cart, and the approval request is withdrawn.')
          : i18n.t('Its cards go back to your cart, and its approval ends.'),
      confirm: i18n.t('Withdraw request'),
      cancel: i18n.t('Keep request'),
      onConfirm: async () => {
        await editing.mutateAsync()
      },
    })
  // The dialog shows its own error.
  const edit = () =>
    editing.mutate(undefined, {
      onError: (problem) =>
        showToast({
          tone: 'bad',
          title: i18n.t('The order can’t be edited'),
          text: formError(problem) ?? '',
        }),
    })
  return (
    <Button
      size={size}
      isPending={editing.isPending}
      aria-label={size === 'compact' ? `${label} ${name}` : undefined}
      onClick={isWithdrawn ? withdraw : edit}
    >
      <Icon of={Pencil} size={18} />
      {label}
    </Button>
  )
}
