"""The page that watches a level being learned."""
