import { pageTexts } from '../../../app/texts.ts'

/** A file's SHA-256 in hexadecimal. @throws if the file can't be read, and when aborted */
export function hashFile(file: File, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const abort = () => end(() => reject(signal?.reason))
    function end(settle: () => void) {
      worker.terminate()
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const fail = () => end(() => reject(new Error(unreadable())))
    signal?.addEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === null) fail()
      else end(() => resolve(data))
    }
    worker.onerror = fail
    worker.postMessage(file)
  })
}

function unreadable(): string {
  const i18n = pageTexts()
  return i18n.t('We couldn’t read the file. Choose it again.')
}
