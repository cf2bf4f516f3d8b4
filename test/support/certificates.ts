import { join } from 'node:path'
import { $ } from 'bun'
import { isRoot } from './postgres-server.ts'

/** Makes an authority and the certificate of a server for 127.0.0.1 by it, in a folder; the server's own user may read them. */
export async function makeCertificates(folder: string, name: string) {
  const [ca, caKey, key, request, certificate] = ['ca.pem', 'ca.key', 'key', 'csr', 'pem'].map(
    (end) => join(folder, `${name}.${end}`),
  ) as [string, string, string, string, string]
  const names = join(folder, `${name}.names`)
  await Bun.write(names, 'subjectAltName=IP:127.0.0.1\n')
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const authority = ['-x509', '-keyout', caKey, '-out', ca, '-days', '2']
  openssl('req', ...made, ...authority, '-subj', `/CN=Authority ${name}`)
  openssl('req', ...made, '-keyout', key, '-out', request, '-subj', '/CN=127.0.0.1')
  const by = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', request, ...by, '-extfile', names, '-out', certificate)
  await $`chmod 600 ${key}`
  if (isRoot) await $`chown postgres ${key}`
  return { ca, key, certificate }
}

function openssl(...words: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...words])
  if (exitCode !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`)
}
