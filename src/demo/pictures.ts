import alfaGrandBosphorus from './pictures/alfa-grand-bosphorus.webp' with { type: 'file' }
import alfamaAzulejo from './pictures/alfama-azulejo.webp' with { type: 'file' }
import asakusaHanabi from './pictures/asakusa-hanabi.webp' with { type: 'file' }
import attic from './pictures/attic.webp' with { type: 'file' }
import avenidaJacaranda from './pictures/avenida-jacaranda.webp' with { type: 'file' }
import bath from './pictures/bath.webp' with { type: 'file' }
import beach from './pictures/beach.webp' with { type: 'file' }
import belemDocas from './pictures/belem-docas.webp' with { type: 'file' }
import bravoLaraBeach from './pictures/bravo-lara-beach.webp' with { type: 'file' }
import breakfast from './pictures/breakfast.webp' with { type: 'file' }
import brooklynFoundry from './pictures/brooklyn-foundry.webp' with { type: 'file' }
import deluxe from './pictures/deluxe.webp' with { type: 'file' }
import family from './pictures/family.webp' with { type: 'file' }
import galataKuleKonak from './pictures/galata-kule-konak.webp' with { type: 'file' }
import garden from './pictures/garden.webp' with { type: 'file' }
import ginzaKaede from './pictures/ginza-kaede.webp' with { type: 'file' }
import harlemBrownstoneInn from './pictures/harlem-brownstone-inn.webp' with { type: 'file' }
import hudsonYardsMeridian from './pictures/hudson-yards-meridian.webp' with { type: 'file' }
import josefstadtTheater from './pictures/josefstadt-theater.webp' with { type: 'file' }
import kaleiciPortakal from './pictures/kaleici-portakal.webp' with { type: 'file' }
import konyaaltiMavi from './pictures/konyaalti-mavi.webp' with { type: 'file' }
import lobby from './pictures/lobby.webp' with { type: 'file' }
import miradouroDaGraca from './pictures/miradouro-da-graca.webp' with { type: 'file' }
import modaSahil from './pictures/moda-sahil.webp' with { type: 'file' }
import naschmarktGarni from './pictures/naschmarkt-garni.webp' with { type: 'file' }
import olymposPineLodge from './pictures/olympos-pine-lodge.webp' with { type: 'file' }
import pool from './pictures/pool.webp' with { type: 'file' }
import praterLindenhof from './pictures/prater-lindenhof.webp' with { type: 'file' }
import restaurant from './pictures/restaurant.webp' with { type: 'file' }
import ringstrassePalais from './pictures/ringstrasse-palais.webp' with { type: 'file' }
import rooftop from './pictures/rooftop.webp' with { type: 'file' }
import room from './pictures/room.webp' with { type: 'file' }
import seaportLantern from './pictures/seaport-lantern.webp' with { type: 'file' }
import shinjukuSora from './pictures/shinjuku-sora.webp' with { type: 'file' }
import single from './pictures/single.webp' with { type: 'file' }
import spa from './pictures/spa.webp' with { type: 'file' }
import suite from './pictures/suite.webp' with { type: 'file' }
import sultanahmetAyazmaHouse from './pictures/sultanahmet-ayazma-house.webp' with { type: 'file' }
import tatami from './pictures/tatami.webp' with { type: 'file' }
import terrace from './pictures/terrace.webp' with { type: 'file' }
import twin from './pictures/twin.webp' with { type: 'file' }
import uenoSakuraGarden from './pictures/ueno-sakura-garden.webp' with { type: 'file' }

/** A picture of the demo: its file and its dominant colour. */
export type DemoPicture = { file: string; colour: string }

const picture = (file: string, colour: string): DemoPicture => ({ file, colour })

/** Pictures drawn for the demo, by name; a house has the slug of its hotel. */
export const PICTURES = {
  'alfa-grand-bosphorus': picture(alfaGrandBosphorus, '#8d7c87'),
  'alfama-azulejo': picture(alfamaAzulejo, '#9cb9c8'),
  'asakusa-hanabi': picture(asakusaHanabi, '#393a52'),
  attic: picture(attic, '#dacdbc'),
  'avenida-jacaranda': picture(avenidaJacaranda, '#bbb9bb'),
  bath: picture(bath, '#cdd4d3'),
  beach: picture(beach, '#a2c6c8'),
  'belem-docas': picture(belemDocas, '#93b8cb'),
  'bravo-lara-beach': picture(bravoLaraBeach, '#9bc2d1'),
  breakfast: picture(breakfast, '#bdb5a4'),
  'brooklyn-foundry': picture(brooklynFoundry, '#a6a2a8'),
  deluxe: picture(deluxe, '#57535b'),
  family: picture(family, '#c9c2b4'),
  'galata-kule-konak': picture(galataKuleKonak, '#bdb8b5'),
  garden: picture(garden, '#a6c5bb'),
  'ginza-kaede': picture(ginzaKaede, '#89717d'),
  'harlem-brownstone-inn': picture(harlemBrownstoneInn, '#8a9faa'),
  'hudson-yards-meridian': picture(hudsonYardsMeridian, '#796b7a'),
  'josefstadt-theater': picture(josefstadtTheater, '#48495e'),
  'kaleici-portakal': picture(kaleiciPortakal, '#beb9b6'),
  'konyaalti-mavi': picture(konyaaltiMavi, '#897e8e'),
  lobby: picture(lobby, '#cbbcaa'),
  'miradouro-da-graca': picture(miradouroDaGraca, '#967b84'),
  'moda-sahil': picture(modaSahil, '#846f85'),
  'naschmarkt-garni': picture(naschmarktGarni, '#97b9c7'),
  'olympos-pine-lodge': picture(olymposPineLodge, '#84aeb6'),
  pool: picture(pool, '#80bdce'),
  'prater-lindenhof': picture(praterLindenhof, '#b1b8ae'),
  restaurant: picture(restaurant, '#5b5154'),
  'ringstrasse-palais': picture(ringstrassePalais, '#988388'),
  rooftop: picture(rooftop, '#766271'),
  room: picture(room, '#b5b5a8'),
  'seaport-lantern': picture(seaportLantern, '#3f3e53'),
  'shinjuku-sora': picture(shinjukuSora, '#90b3c4'),
  single: picture(single, '#d9d0c3'),
  spa: picture(spa, '#9ca496'),
  suite: picture(suite, '#bdada5'),
  'sultanahmet-ayazma-house': picture(sultanahmetAyazmaHouse, '#8cb4c0'),
  tatami: picture(tatami, '#cfcbb2'),
  terrace: picture(terrace, '#b1b2ad'),
  twin: picture(twin, '#cac8b5'),
  'ueno-sakura-garden': picture(uenoSakuraGarden, '#b7bbba'),
} as const satisfies Record<string, DemoPicture>
