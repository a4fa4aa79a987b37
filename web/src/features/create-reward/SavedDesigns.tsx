import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { useCompanies } from '../../app/company.queries.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { type SavedDesign, savedDesignsQuery, throwDesignProblem } from '../../app/saved-designs.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { Form } from '../../parts/Form.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { NameField, nameErrors } from '../../parts/NameField.tsx'
import { Note } from '../../parts/Note.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { cardItemQueries } from './create-reward.queries.ts'

const SHOWN_AT_FIRST = 4

/** Why no card can be started with a design now. */
const WHY_UNAVAILABLE: Readonly<Record<NonNullable<SavedDesign['unavailable']>, string>> = {
  template_not_offered: /*i18n*/ 'Unavailable: its template is no longer offered.',
  reward_not_offered: /*i18n*/ 'Unavailable: its reward is no longer offered.',
  digital_not_offered: /*i18n*/ 'Unavailable: digital cards aren’t offered.',
}

type SavedDesignsProps = { designs: readonly SavedDesign[]; onStarted: (draft: CardItem) => void }

/** The company's saved designs. A click starts a card with one. */
export function SavedDesigns({ designs, onStarted }: SavedDesignsProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const start = useMutation({
    mutationFn: ({ id }: SavedDesign) =>
      call(api.startSavedDesign, { params: { id } }).catch(throwDesignProblem),
    onSuccess: (draft) => {
      queryClient.setQueryData(cardItemQueries.one(draft.id).queryKey, draft)
      void refreshOrders(queryClient)
      onStarted(draft)
    },
    onSettled: () => queryClient.invalidateQueries(savedDesignsQuery()),
  })
  const shown = isWhole ? designs : designs.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-labelledby="saved-designs" className="mt-6">
      <h3 id="saved-designs">{i18n.t('Saved designs')}</h3>
      {start.error && (
        <Note tone="bad" className="mt-3">
          {formError(start.error) ?? start.error.message}
        </Note>
      )}
      <ul className="mt-4 grid grid-cols-2 gap-x-5 gap-y-6">
        {shown.map((design) => (
          <li key={design.id} className="min-w-0">
            <Tile
              design={design}
              isStarting={start.isPending && start.variables.id === design.id}
              onStart={() => !start.isPending && start.mutate(design)}
            />
          </li>
        ))}
      </ul>
      {shown.length < designs.length && (
        <Button look="link" className="mt-4" onClick={() => setWhole(true)}>
          {i18n.t('Show all {designs} designs', { designs: designs.length })}
        </Button>
      )}
    </section>
  )
}

type TileProps = { design: SavedDesign; isStarting: boolean; onStart: () => void }

function Tile({ design, isStarting, onStart }: TileProps) {
  const i18n = useTexts()
  const { name, shared, unavailable } = design
  const isShared = (useCompanies().company?.peopleCount ?? 1) > 1
  const item = { ...design, denominationCents: null, recipientCount: 0 }
  const picture = (
    <span aria-hidden="true" className={`block ${unavailable ? 'opacity-40' : ''}`}>
      <CardItemCanvas item={item} thumb />
    </span>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2">
      {unavailable ? (
        <div className="col-span-2">{picture}</div>
      ) : (
        <button
          type="button"
          aria-label={i18n.t('Start with {name}', { name })}
          aria-busy={isStarting || undefined}
          onClick={onStart}
          className="col-span-2 rounded-[9px] outline-offset-3 transition-transform duration-(--fast) hover:-translate-y-0.5"
        >
          {picture}
        </button>
      )}
      <div className="min-w-0 text-small">
        <p className="flex items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {isStarting && <Spinner label={i18n.t('Starting a card with {name}', { name })} />}
        </p>
        {isShared && (
          <p className="text-muted wrap-anywhere">
            {shared.isOwn ? i18n.t('Saved by you') : i18n.t('Saved by {name}', { name: shared.by })}
          </p>
        )}
        {unavailable && <p className="text-warn">{i18n.t(WHY_UNAVAILABLE[unavailable])}</p>}
      </div>
      {shared.canChange && <DesignMenu design={design} />}
    </div>
  )
}

/** Renames or deletes a design, in dialogs over the chooser. */
function DesignMenu({ design }: { design: SavedDesign }) {
  const i18n = useTexts()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={i18n.t('More for {name}', { name: design.name })}
        button={<Icon of={Ellipsis} />}
        buttonClassName={`${buttonClass('plain', 'round')} -mt-1.5 -me-2`}
        entries={[
          { id: 'rename', label: i18n.t('Rename'), icon: Pencil, onPress: () => setOpen('rename') },
          {
            id: 'delete',
            label: i18n.t('Delete'),
            icon: Trash2,
            isBad: true,
            onPress: () => setOpen('delete'),
          },
        ]}
      />
      <Modal isOpen={open === 'rename'} onClose={close} title={i18n.t('Rename the design')}>
        <RenameForm design={design} onRenamed={close} />
      </Modal>
      <Modal
        isOpen={open === 'delete'}
        onClose={close}
        title={i18n.t('Delete {name}?', { name: design.name })}
        isAlert
      >
        <DeleteQuestion design={design} onClose={close} />
      </Modal>
    </>
  )
}

function RenameForm({ design, onRenamed }: { design: SavedDesign; onRenamed: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(design.name)
  const rename = useMutation({
    mutationFn: () =>
      call(api.patchSavedDesign, {
        params: { id: design.id },
        body: { name: name.trim(), seenUpdatedAt: design.updatedAt },
      }).catch(throwDesignProblem),
    onSuccess: onRenamed,
    onSettled: () => queryClient.invalidateQueries(savedDesignsQuery()),
  })
  return (
    <Form
      onSubmit={rename.mutate}
      check={() => nameErrors('design', name)}
      problem={rename.error}
      className="mt-4 grid gap-4"
    >
      <NameField of="design" value={name} onChange={setName} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={rename.isPending}>
          {i18n.t('Rename design')}
        </Button>
      </div>
    </Form>
  )
}

function DeleteQuestion({ design, onClose }: { design: SavedDesign; onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call(api.deleteSavedDesign, { params: { id: design.id } }).catch((cause: unknown) => {
        if (!(cause instanceof ApiProblem) || cause.code !== 'not_found') throw cause
      }),
    onSuccess: () => {
      onClose()
      showToast({ tone: 'plain', title: i18n.t('Design deleted'), text: design.name })
    },
    onSettled: () => queryClient.invalidateQueries(savedDesignsQuery()),
  })
  return (
    <>
      <p className="mt-2 text-muted">
        {i18n.t('Your company can’t start new cards with it. Cards already started with it don’t change.')}
      </p>
      {remove.error && (
        <Note tone="bad" className="mt-4">
          {formError(remove.error) ?? remove.error.message}
        </Note>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {i18n.t('Keep design')}
        </Button>
        <Button look="danger" isPending={remove.isPending} onClick={() => remove.mutate()}>
          {i18n.t('Delete design')}
        </Button>
      </div>
    </>
  )
}
