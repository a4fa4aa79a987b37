/**
 * Words of questions that no pattern has. They aren’t typos or names of people.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a about above across actually add after afternoon again ago ahead all almost already also always am an and another any
anyone anything are around as asap at away back be because become been before begin being below best better between big both
bring but buy by call came can cant card cards care case change check checked clear close come coming company could
couldnt coworker coworkers day days december deleted department did didnt different do does doesnt doing done dont down during
each early easy either else email emails end enough even evening ever every everyone everything exactly fact far
fast fastest few final find fine first five folks follow for found four friday from full funny further game gave get gets
getting gift gifts give given giving go goes going gone good got great group guess guide guys had happen happened happy has
hasnt have havent having he hello her here hers hey hi him his home hour hours house how however i id idea if im in info
inside instead into is isnt issue it item its itself january july june just keep kind kinds know large last late later least
left less let lets letter letters life like line list lists little long look looking lost lot lots love mail mailed main make
makes man many march matter may maybe me mean means message might mine minute monday money month months more morning most
much must my myself name names near need needed needs never new news next nice night no none nor not note nothing
november now number numbers october of off office often oh ok okay old on once one ones only onto open opened or order
ordered ordering orders other others our ours out over own part party past pay people per perhaps person phone physical place
please pls ppl possible present probably problem problems put question quick quickly quite rather read ready real really
reason receive received recently right run said same saturday saved say says second see seem seen send sent september set
several shall she short should show since six small so some someone something soon sort started still stop stuff
such sunday sure take talk team tell ten than thank thanks that the their them then there theres these they thing things
think this those though three through thursday till time times to today together told tomorrow tonight too took total toward
towards tried true try trying tuesday two type types under until up update upon us use used using usually very via visa want
wanted wants was wasnt way ways we wednesday week weeks well went were what whats when where wheres whether which while who
whole whom whose why will wish with within without wont word work working would wouldnt write wrong x year years yes
yesterday yet you your yours yourself claimed claim missing mrs mr ms quick customer customers employee employees
winner winners volunteer volunteers staff members hires box warehouse bucks dollars dollar usd each apiece`.split(
    /\s+/,
  ),
)
