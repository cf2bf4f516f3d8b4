import { fdatasyncSync, openSync } from 'node:fs'

declare const self: Worker

const EVERY_MS = 25

/**
 * Writes a file to disk (fdatasync) as it grows, until the thread is stopped. Written in one go, two gigabytes delay
 * the commits of the serving process by half a second (`bun run bench --only backup`).
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  let handle: number | undefined
  setInterval(() => {
    try {
      handle ??= openSync(file, 'r')
      fdatasyncSync(handle)
    } catch {
      // The file does not exist yet, or the disk is full, which the writer of the file learns by itself.
    }
  }, EVERY_MS)
}
