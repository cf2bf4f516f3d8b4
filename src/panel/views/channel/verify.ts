/** How a receiver verifies an event: the functions of the README, to the letter. */
export const VERIFY = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(secret: string, headers: Record<string, string>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64')
  return given.split(' ').some((each) => isSame(each, \`v1,\${expected}\`))
}
export const isGenuineBare = (secret: string, headers: Record<string, string>, body: string) =>
  isSame(headers['x-service-signature'] ?? '', createHmac('sha256', secret).update(body).digest('hex'))

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}`,
  Python: `import base64, hashlib, hmac, time

def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    at = headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(each, expected) for each in given)

def is_genuine_bare(secret: str, headers: dict, body: bytes) -> bool:
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get("x-service-signature", "").encode(), digest.encode())`,
  PHP: `function is_genuine(string $secret, array $headers, string $body): bool {
    $at = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($at) || abs(time() - (int) $at) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = ($headers['webhook-id'] ?? '') . ".$at.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given)
        if (hash_equals($expected, $given)) return true;
    return false;
}
function is_genuine_bare(string $secret, array $headers, string $body): bool {
    return hash_equals(hash_hmac('sha256', $body, $secret), $headers['x-service-signature'] ?? '');
}`,
}
