import { pageTexts } from '../app/texts.ts'
import { showFailure } from '../app/toast-store.ts'

/** Downloads a blob in the browser. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Safari reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Fetches a file and downloads it; a failure is shown in a toast. */
export async function download(name: string, fetchFile: () => Promise<unknown>): Promise<void> {
  const i18n = pageTexts()

  try {
    saveFile((await fetchFile()) as Blob, name)
  } catch (cause) {
    showFailure(i18n.t('Download failed'), cause)
  }
}

/** `west-region.xlsx`, `to repair` → `west-region to repair.csv`. */
export function csvNameOf(name: string, addition = ''): string {
  const i18n = pageTexts()

  const base = name.replace(/\.[a-z]{2,5}$/i, '').trim() || i18n.t('Recipients')
  return `${addition ? `${base} ${addition}` : base}.csv`
}
