import ipaddr from 'ipaddr.js'
import { type Fault, flaw, refuseFlaws } from './errors.ts'

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const MAPPED_BITS = 96

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Reads a list of CIDR networks, in its order. An address is a network of one; an IPv4-mapped network becomes IPv4.
 *
 * @throws AppError `validation_failed` naming each invalid or repeated element
 */
export function readNetworks(given: readonly string[]): string[] {
  const read = given.map(readNetwork)
  const flaws = read.flatMap((network, index) => {
    const path = `/allowedIps/${index}`
    if (typeof network !== 'string')
      return flaw(path, network.code, network.message, network.values)
    const isRepeated = read.indexOf(network) < index
    return isRepeated ? flaw(path, 'repeated', `${network} is in the list already.`) : []
  })
  refuseFlaws(flaws)
  return read as string[]
}

/**
 * True if an address lies in one of the networks; false for a text that is no address. IPv4-mapped addresses count as
 * IPv4.
 */
export function isWithin(text: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}

/**
 * Returns the networks by which bounds on strangers count an address: itself and its /24, or its /56 and /48 for IPv6
 * (`contract-access`, *One network at a hotel*). A text that is no address is its own network.
 */
export function networksOf(text: string): { near: string; wide: string } {
  if (isFourPart(text)) return inIpv4(text)
  if (!ipaddr.isValid(text)) return { near: text, wide: text }
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6) {
    const [first, second, third, fourth] = address.parts
    const wide = [first, second, third].map((part) => part!.toString(16)).join(':')
    return { near: `${wide}:${(fourth! & 0xff00).toString(16)}::/56`, wide: `${wide}::/48` }
  }
  return inIpv4(address.toString())
}

const inIpv4 = (address: string) => ({
  near: `${address}/32`,
  wide: `${address.slice(0, address.lastIndexOf('.'))}.0/24`,
})

function readNetwork(text: string): string | Fault {
  const parsed = parse(text)
  if (!parsed) return noNetwork(text)
  const { address, bits } = parsed
  const network = `${baseOf(address, bits)}/${bits}`
  if (`${address}/${bits}` === network) return network
  const message = `${text} is no network: write ${network}, or ${address} for that address alone.`
  return { code: 'wrong_network', message, values: { given: text, network, address: `${address}` } }
}

const noNetwork = (given: string): Fault => ({
  code: 'wrong_network',
  message: 'Must be an IP address, or a network in CIDR like 203.0.113.0/24 or 2001:db8::/32.',
  values: { given },
})

/** Parses an address and its prefix length; undefined for anything else. */
function parse(text: string): { address: Address; bits: number } | undefined {
  const [, host = '', prefix] = text.match(/^([0-9a-f.:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i) ?? []
  // The library also accepts octal, hexadecimal and fewer parts; these are refused here.
  const isAddress = host.includes(':') ? ipaddr.IPv6.isValid(host) : isFourPart(host)
  if (!isAddress) return undefined
  const written = ipaddr.parse(host)
  const address = ipaddr.process(host)
  const all = address.kind() === 'ipv4' ? 32 : 128
  const isMapped = written.kind() !== address.kind()
  const bits = prefix === undefined ? all : Number(prefix) - (isMapped ? MAPPED_BITS : 0)
  return bits >= 0 && bits <= all ? { address, bits } : undefined
}

const isFourPart = (host: string) => ipaddr.IPv4.isValidFourPartDecimal(host)

const baseOf = (address: Address, bits: number): Address =>
  address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
