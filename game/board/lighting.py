"""The light of a time of day on images, and images without their colours."""

import pygame

from game.board.world import Light


class Lighting:
    """Shows images in a light; one that was seen before gives the same one again."""

    def __init__(self, light: Light | None) -> None:
        self.light = light
        self._made: dict[int, tuple[pygame.Surface, pygame.Surface]] = {}

    def __call__(self, image: pygame.Surface) -> pygame.Surface:
        """The image in the light; itself where the light leaves the colours as they are."""
        if self.light is None:
            return image
        if id(image) not in self._made:  # the image is kept too: its identity cannot pass to another
            lit = image.copy()
            self.fall_on(lit)
            self._made[id(image)] = image, lit
        return self._made[id(image)][1]

    def fall_on(self, image: pygame.Surface) -> None:
        """Changes the image itself, which is not kept."""
        if self.light is not None:
            image.fill(self.light.times, special_flags=pygame.BLEND_RGB_MULT)
            image.fill(self.light.plus, special_flags=pygame.BLEND_RGB_ADD)


def dimmed(image: pygame.Surface) -> pygame.Surface:
    """The image without its colours, so that those of an overlay can be read."""
    grey = pygame.transform.grayscale(image)
    grey.fill((126, 132, 146), special_flags=pygame.BLEND_RGB_MULT)
    grey.fill((26, 30, 40), special_flags=pygame.BLEND_RGB_ADD)
    return grey
