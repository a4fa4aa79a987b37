import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Computes a file's SHA-256 piece by piece, off the main thread: `crypto.subtle` needs all of it in memory. */
const PIECE_BYTES = 4 * 1024 * 1024

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const hash = sha256.create()
  try {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
    }
    postMessage(bytesToHex(hash.digest()))
  } catch {
    // The file was moved or deleted after it was chosen.
    postMessage(null)
  }
})
