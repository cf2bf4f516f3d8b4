/** An API key's name over the beginning by which it is known. */
export function KeyName({ name, prefix }: { name: string; prefix: string }) {
  return (
    <span class="two">
      <bdi>{name}</bdi>
      <code class="dim">{prefix}…</code>
    </span>
  )
}
