/** How a receiver verifies an event over the raw body, by the Standard Webhooks signature; the README has the whole of it. */
export const VERIFY = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const expected = 'v1,' + createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64')
const isGenuine = given.split(' ').some((each) =>
  each.length === expected.length && timingSafeEqual(Buffer.from(each), Buffer.from(expected)))`,
  Python: `import base64, hashlib, hmac

key = base64.b64decode(secret.removeprefix("whsec_"))
signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
is_genuine = any(hmac.compare_digest(each, expected)
                 for each in headers["webhook-signature"].split(" "))`,
  PHP: `$key = base64_decode(substr($secret, strlen('whsec_')));
$signed = $headers['webhook-id'] . '.' . $headers['webhook-timestamp'] . '.' . $body;
$expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
$isGenuine = false;
foreach (explode(' ', $headers['webhook-signature']) as $given)
    if (hash_equals($expected, $given)) $isGenuine = true;`,
}
