import { flag, id, oneOf, page, searchParams, words, yearParam } from '../../app/search-params.ts'

export type FilesSearch = {
  /** All files if missing. */
  folder?: 'logos' | 'lists' | 'own' | 'documents' | 'trash'
  /** A folder in it. */
  sub?: number
  q?: string
  sort?: 'added' | 'size'
  page?: number
  /** Pictures instead of rows. */
  grid?: true
  /** The file whose details are open. */
  file?: number
  /** Of documents. */
  year?: number
}

/** `?folder=logos&sub=4` */
export const readFilesSearch = searchParams<FilesSearch>({
  folder: oneOf('logos', 'lists', 'own', 'documents', 'trash'),
  sub: id,
  q: words(),
  sort: oneOf('added', 'size'),
  page,
  grid: flag,
  file: id,
  year: yearParam,
})
