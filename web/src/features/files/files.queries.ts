import { api } from '@laurel/contract/routes'
import { KEEP_TRASH_DAYS } from '@laurel/domain/files'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'

export type StoredFile = AnswerOf<'listFiles'>['results'][number]
export type FileWithVersions = AnswerOf<'getFileById'>
export type Folder = AnswerOf<'createFileFolder'>
export type Overview = AnswerOf<'getFilesOverview'>

export type Document = AnswerOf<'listFileDocuments'>['results'][number]

export const FILES_PAGE_SIZE = 50
const SCAN_WAIT_MS = 5_000
const DAY_MS = 24 * 3_600_000

export type FilesView = {
  folder?: StoredFile['folder']
  folderId?: number
  search?: string
  kind?: StoredFile['kind']
  trash?: true
  sort: 'name' | 'added' | 'size'
  page: number
}

/** Keys: ['files', …]. Another company shows other files, so they are reset with it. */
export const filesQueries = {
  overview: () =>
    queryOptions({
      queryKey: ['files', 'overview'],
      queryFn: () => call(api.getFilesOverview),
      refetchOnMount: true,
    }),
  list: (view: FilesView) =>
    queryOptions({
      queryKey: ['files', 'list', view],
      queryFn: ({ signal }) => call(api.listFiles, { query: { ...view, pageSize: FILES_PAGE_SIZE }, signal }),
      placeholderData: keepPreviousData,
      refetchOnMount: true,
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ scan }) => scan === 'waiting') ? SCAN_WAIT_MS : false,
    }),
  documents: (query: { year?: number; search?: string; page: number }) =>
    queryOptions({
      queryKey: ['files', 'documents', query],
      queryFn: ({ signal }) =>
        call(api.listFileDocuments, { query: { ...query, pageSize: FILES_PAGE_SIZE }, signal }),
      placeholderData: keepPreviousData,
      refetchOnMount: true,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['files', 'one', id],
      queryFn: () => call(api.getFileById, { params: { id } }),
      refetchOnMount: true,
    }),
}

/** After anything was added, changed, or removed. */
export function refreshFiles(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['files'] })
}

/** When a file in the trash is removed. */
export function removedAt({ deletedAt }: StoredFile): string {
  return new Date(Date.parse(deletedAt!) + KEEP_TRASH_DAYS * DAY_MS).toISOString()
}
