"""A language as pictures can show it."""

from dataclasses import dataclass, replace

from renderer.lettering import Lettering
from renderer.poster import Poster
from renderer.request import PictureRequest, ShareCard
from rules.texts import ENGLISH, Message, Wording


@dataclass(frozen=True, slots=True)
class Legible:
    """Says a message in English where no face has all letters of its translation."""

    wording: Wording
    lettering: Lettering

    def knows(self, message: Message) -> bool:
        """Whether the language says the message."""
        return self.wording.knows(message)

    def template(self, message: Message, number: int | None) -> str:
        """How the language says a message, or else English."""
        told = self.wording.template(message, number)
        flat = " ".join(told.split())
        return told if self.lettering.legible(flat) == flat else ENGLISH.template(message, number)

    def picture(self, request: PictureRequest) -> PictureRequest:
        """The request in this language."""
        return replace(request, wording=self)

    def card(self, card: ShareCard) -> ShareCard:
        """The card in this language."""
        return replace(card, picture=self.picture(card.picture))

    def poster(self, poster: Poster) -> Poster:
        """The poster in this language."""
        film = (replace(each, picture=self.picture(each.picture)) for each in poster.film)
        return replace(poster, card=self.card(poster.card), film=tuple(film))
