import { fdatasyncSync, openSync } from 'node:fs'

declare const self: Worker

const EVERY_MS = 25

/**
 * Brings a file to disk as it grows, until it is ended: written in one go, two gigabytes keep the commits of the process
 * that serves the database waiting for half a second (`bun run bench --only backup`).
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  let handle: number | undefined
  setInterval(() => {
    try {
      handle ??= openSync(file, 'r')
      fdatasyncSync(handle)
    } catch {
      // Not there yet, or the disk is full, which whoever writes it is told.
    }
  }, EVERY_MS)
}
