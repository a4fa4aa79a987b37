import { api } from '@laurel/contract/routes'
import type { FileFolderName } from '@laurel/domain/files'
import type { I18n } from '@lingui/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import { useShareableCompany } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { pageTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { download } from '../../parts/save-file.ts'
import { refreshFiles, type StoredFile } from './files.queries.ts'

export type Place = { folder: FileFolderName; folderId: number | null }
type Named = Pick<StoredFile, 'id' | 'name'>

/** What can be done with one file or several. */
export function useFileActions() {
  const queryClient = useQueryClient()
  const company = useShareableCompany()

  /** Says how many files it applied to, and how many it didn't. @returns whether it worked */
  async function change(
    body: { action: 'move' | 'trash' | 'restore' | 'delete' } & Partial<Place>,
    files: readonly Named[],
    done: (names: { files: number; name: string }, i18n: I18n) => string,
    onUndo?: () => void,
  ): Promise<void> {
    const i18n = pageTexts()
    const answer = await call(api.changeFiles, { body: { ...body, ids: files.map(({ id }) => id) } })
    await refreshFiles(queryClient)
    const left = answer.refused.length
    const text = i18n.t('{files, plural, one {# file wasn’t changed} other {# files weren’t changed}}.', {
      files: left,
    })
    showToast({
      tone: answer.done > 0 ? 'good' : 'bad',
      title: answer.done > 0 ? done({ files: answer.done, name: files[0]!.name }, i18n) : text,
      ...(answer.done > 0 && left > 0 && { text }),
      ...(answer.done > 0 && onUndo && { onUndo }),
    })
  }

  const failing = (work: Promise<void>) => {
    const i18n = pageTexts()
    return work.catch((cause) => showFailure(i18n.t('We couldn’t change the files'), cause))
  }

  const restore = (files: readonly Named[]) =>
    failing(
      change({ action: 'restore' }, files, (names, i18n) =>
        i18n.t('{files, plural, one {{name} restored} other {# files restored}}', names),
      ),
    )

  const trash = (files: readonly Named[]) =>
    failing(
      change(
        { action: 'trash' },
        files,
        (names, i18n) =>
          i18n.t('{files, plural, one {{name} moved to trash} other {# files moved to trash}}', names),
        () => void restore(files),
      ),
    )

  const move = (files: readonly Named[], place: Place) =>
    change({ action: 'move', ...place }, files, (names, i18n) =>
      i18n.t('{files, plural, one {{name} moved} other {# files moved}}', names),
    )

  function askToDelete(files: readonly Named[]) {
    const i18n = pageTexts()
    openModal('confirm-dialog', {
      title: i18n.t('{files, plural, one {Delete {name} permanently?} other {Delete # files permanently?}}', {
        files: files.length,
        name: files[0]!.name,
      }),
      text: i18n.t('You can’t undo this. Cards that use a deleted picture keep it.'),
      confirm: i18n.t('Delete permanently'),
      cancel: i18n.t('Cancel'),
      danger: true,
      onConfirm: () =>
        change({ action: 'delete' }, files, (names, i18n) =>
          i18n.t('{files, plural, one {{name} deleted} other {# files deleted}}', names),
        ),
    })
  }

  const share = (file: Named, isShared: boolean) =>
    failing(
      (async () => {
        await call(api.patchFile, { params: { id: file.id }, body: { isShared } })
        await refreshFiles(queryClient)
        const i18n = pageTexts()
        const facts = { name: file.name, company: company?.name }
        showToast({
          title: isShared
            ? i18n.t('{name} is shared with {company}', facts)
            : i18n.t('{name} is no longer shared', facts),
        })
      })(),
    )

  const save = ({ id, name }: Named) => download(name, () => call(api.downloadFile, { params: { id } }))

  const saveAll = (files: readonly Named[]) => {
    const i18n = pageTexts()
    return download(`${i18n.t('Files')}.zip`, () =>
      call(api.downloadFiles, { query: { ids: files.map(({ id }) => id) } }),
    )
  }

  return { trash, restore, move, askToDelete, share, save, saveAll, company }
}
