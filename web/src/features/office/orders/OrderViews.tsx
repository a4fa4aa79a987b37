import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { showFailure } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { missing } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../../parts/Menu.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OrderView, ordersQueries } from './orders.queries.ts'
import { askedOf, isFiltered, isSameList, type OrdersSearch, searchOf } from './orders-search.ts'

type OrderViewsProps = { views: readonly OrderView[]; search: OrdersSearch }

/** Saved views of the list: opened with one click, created from the current filters. */
export function OrderViews({ views, search }: OrderViewsProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'save' | 'rename'>()
  const shown = views.find(({ filters }) => isSameList(searchOf(filters), search))
  const canSave = shown === undefined && isFiltered(search)
  if (views.length === 0 && !canSave) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <Chips label="Saved views">
          <Chip
            isSelected={!isFiltered(search)}
            onPress={() => void navigate({ to: '/office/orders', search: {} })}
          >
            All orders
          </Chip>
          {views.map((view) => (
            <Chip
              key={view.id}
              isSelected={view === shown}
              onPress={() => void navigate({ to: '/office/orders', search: searchOf(view.filters) })}
            >
              {view.name}
              {!view.isMine && <span className="text-muted">by {view.byName || 'a colleague'}</span>}
            </Chip>
          ))}
        </Chips>
      )}
      {shown && <ViewMenu view={shown} onRename={() => setAsked('rename')} />}
      {canSave && (
        <Button look="link" size="compact" onClick={() => setAsked('save')}>
          Save this view
        </Button>
      )}
      {asked === 'save' && <ViewDialog filters={askedOf(search)} onClose={() => setAsked(undefined)} />}
      {asked === 'rename' && shown && <ViewDialog view={shown} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

type Change = { isDefault?: boolean; isShared?: boolean } | 'delete'

function ViewMenu({ view, onRename }: { view: OrderView; onRename: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, isMine, isDefault, isShared } = view
  const params = { id }
  const change = useMutation({
    mutationFn: async (body: Change): Promise<void> => {
      if (body === 'delete') await call(api.deleteOrderView, { params })
      else await call(api.patchOrderView, { params, body })
    },
    onSuccess: () => queryClient.invalidateQueries(ordersQueries.views()),
    onError: (cause) => showFailure('We couldn’t change the view', cause),
  })
  const entries: MenuEntry[] = [
    {
      id: 'default',
      label: isDefault ? 'Remove as default' : 'Set as default',
      onPress: () => change.mutate({ isDefault: !isDefault }),
    },
  ]
  if (isMine) {
    entries.push(
      { id: 'rename', label: 'Rename', onPress: onRename },
      {
        id: 'share',
        label: isShared ? 'Make private' : 'Share with team',
        onPress: () => change.mutate({ isShared: !isShared }),
      },
      { id: 'delete', label: 'Delete', isBad: true, onPress: () => change.mutate('delete') },
    )
  }
  return (
    <Menu
      label={`View ${name}`}
      button={<Icon of={Ellipsis} />}
      buttonClassName="grid size-11 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      entries={entries}
    />
  )
}

type ViewDialogProps = { onClose: () => void } & (
  | { view: OrderView; filters?: undefined }
  | { view?: undefined; filters: ReturnType<typeof askedOf> }
)

/** Saves the current filters as a new view, or renames a view. */
function ViewDialog({ view, filters, onClose }: ViewDialogProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [key] = useState(freshKey)
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), isShared }
      return view
        ? call(api.patchOrderView, { params: { id: view.id }, body })
        : call(api.createOrderView, { body: { ...body, filters }, idempotencyKey: key })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(ordersQueries.views())
      onClose()
    },
  })
  return (
    <OfficeDialog
      title={view ? `Rename ${view.name}` : 'Save this view'}
      lead={<p>{view ? 'Only the name changes.' : 'Saves the current search and filters.'}</p>}
      submit={view ? 'Rename' : 'Save view'}
      request={save}
      check={() => missing({ name })}
      onClose={onClose}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} isRequired />
      <Checkbox isSelected={isShared} onChange={setShared}>
        Share with team
      </Checkbox>
    </OfficeDialog>
  )
}
